// The screen as a whole: its size, its panes, and the page of the last time.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import App from './App.svelte'
import { fakeRoom, heading, page, settle, status } from './test/fake'

const long = page('s/a.md', '<h2 id="one">One</h2><p>text</p><h2 id="two">Two</h2>', {
  headings: [heading(2, 'One', 1), heading(2, 'Two', 3)],
})

const wide = window.innerWidth
const resize = async (width: number) => {
  window.innerWidth = width
  await fireEvent(window, new Event('resize'))
}
afterEach(() => {
  window.innerWidth = wide
})

async function opened(content: Parameters<typeof fakeRoom>[0] = { pages: [long] }) {
  const fake = fakeRoom(content)
  render(App, { room: fake.room })
  await fake.ready()
  return fake
}

const outline = () => screen.queryByRole('navigation', { name: 'Outline of the page' })
const projects = () => screen.queryByRole('navigation', { name: 'Projects' })

test('Ctrl and +, − and 0 change the size of everything, which is kept', async () => {
  const { room, backend } = await opened()
  const size = () => document.documentElement.style.fontSize
  for (const key of ['+', '=', '-']) await fireEvent.keyDown(window, { key, ctrlKey: true })
  expect([room.zoom.percent, size(), backend.keep.mock.lastCall]).toEqual([110, '110%', ['zoom', '110']])
  await fireEvent.keyDown(window, { key: '0', ctrlKey: true })
  expect(size()).toBe('100%')
})

test('in a narrow window the panes lie over the page, and give way to what is opened', async () => {
  const { room } = await opened()
  room.open('docs', 's/a.md')
  await settle()
  expect([projects(), outline()].every(Boolean)).toBe(true)
  await resize(320)
  expect([projects(), outline()]).toEqual([null, null])

  await fireEvent.click(screen.getByRole('button', { name: 'Outline' }))
  await fireEvent.click(screen.getByRole('button', { name: 'Two' }))
  expect([outline(), room.reader.visit?.anchor]).toEqual([null, 'two'])

  await fireEvent.click(screen.getByRole('button', { name: 'Projects' }))
  expect(projects()).toBeTruthy()
  await fireEvent.keyDown(window, { key: 'Escape' })
  expect(projects()).toBeNull()
  await resize(1280)
  expect([projects(), outline()].every(Boolean)).toBe(true)
})

test('twice the size is half the room', async () => {
  const { room } = await opened()
  await resize(1000)
  for (let at = 0; at < 5; at += 1) await fireEvent.keyDown(window, { key: '+', ctrlKey: true })
  expect([room.zoom.percent, projects()]).toEqual([200, null])
})

test.each([
  ['is opened where it was left', [long], 's/a.md'],
  ['that is gone is no reason to complain', [], undefined],
])('the page of the last time %s', async (_, pages, path) => {
  const page = JSON.stringify({ project: 'docs', path: 's/a.md', anchor: null, lines: null, scroll: 120 })
  const fake = fakeRoom({ pages, kept: { page } })
  render(App, { room: fake.room })
  await fake.ready()
  expect(fake.room.reader.visit?.path).toBe(path)
  expect(fake.room.reader.failure).toBeNull()
  if (path) expect(document.querySelector('.view')?.scrollTop).toBe(120)
})

test('a page whose project was removed says so', async () => {
  const { room, content, hear } = await opened({ projects: [status('docs'), status('other')], pages: [long] })
  room.open('docs', 's/a.md')
  await settle()
  Object.assign(content, { projects: [status('other')], pages: [] })
  await hear({ kind: 'projects' })
  expect(screen.getByText(/There is no project/).textContent).toContain('docs')
  expect(room.library.selected).toBe('other')
})

test('a link into a project that is not there complains in the page only', async () => {
  const { room, openPassage } = await opened()
  await openPassage({ project: 'nope', path: 's/a.md', lines: null })
  expect([room.library.selected, room.toasts]).toEqual(['docs', []])
})

test('the same failure is said once', async () => {
  const { room } = await opened()
  for (let at = 0; at < 3; at += 1) room.complain({ code: 'io', message: 'no disk', causes: [] })
  expect(room.toasts).toHaveLength(1)
})

test('a page that is opened is kept at once, and what can not be kept disturbs nobody', async () => {
  const { room, backend } = await opened()
  backend.keep.mockRejectedValue(new Error('the disk is full'))
  room.open('docs', 's/a.md')
  await settle()
  expect(backend.keep.mock.calls.map(([key, value]) => key === 'page' && JSON.parse(value).path)).toContain('s/a.md')
  expect([room.toasts, room.reader.page?.path]).toEqual([[], 's/a.md'])
})
