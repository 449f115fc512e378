// Reading: links, back and forward, passages, and pages that change underneath.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import App from '../App.svelte'
import { fakeRoom, heading, page, settle } from '../test/fake'
import { anchored } from './passage'

const first = page(
  's/a.md',
  `<h2 id="one" data-line="3">One</h2><p data-line="5">text</p><p data-line="9">last</p>
   <a href="#" data-path="s/b.md" data-anchor="there">inside</a>
   <a href="https://example.org/x" data-external>outside</a>
   <a data-missing>nowhere</a><a href="javascript:alert(1)">bad</a>`,
  { headings: [heading(2, 'One', 3)], title: 'First' },
)
const second = page('s/b.md', '<p data-line="1">second</p><h2 id="there" data-line="3">There</h2>', { title: 'Second' })

async function opened() {
  const fake = fakeRoom({ pages: [first, second] })
  render(App, { room: fake.room })
  await fake.ready()
  fake.room.open('docs', 's/a.md')
  await settle()
  return fake
}

const view = () => document.querySelector<HTMLElement>('.view') as HTMLElement
const scroll = async (top: number) => {
  view().scrollTop = top
  await fireEvent.scroll(view())
}

test('back restores the scroll, forward too', async () => {
  await opened()
  await scroll(340)
  await fireEvent.click(screen.getByText('inside'))
  await settle()
  expect(screen.getByText('second')).toBeTruthy()
  await scroll(75)
  await fireEvent.keyDown(window, { key: 'ArrowLeft', altKey: true })
  await settle()
  expect(screen.getByText('last')).toBeTruthy()
  expect(view().scrollTop).toBe(340)
  await fireEvent.click(screen.getByRole('button', { name: 'Forward' }))
  await settle()
  expect(view().scrollTop).toBe(75)
})

test('links open inside, in the browser, or not at all', async () => {
  const { backend, room } = await opened()
  await fireEvent.click(screen.getByText('outside'))
  expect(backend.openExternal).toHaveBeenCalledExactlyOnceWith('https://example.org/x')
  for (const text of ['nowhere', 'bad']) {
    const followed = await fireEvent.click(screen.getByText(text))
    expect(followed, `${text} must not be followed`).toBe(false)
  }
  expect(backend.openExternal).toHaveBeenCalledTimes(1)
  await fireEvent.click(screen.getByText('inside'))
  expect(room.reader.visit).toMatchObject({ path: 's/b.md', anchor: 'there' })
})

test.each([
  ['there', 'there'],
  ['There', 'there'],
  ['Spot', 'doc-Spot'],
  ['none', undefined],
])('a link to #%s leads to %s', (anchor, id) => {
  const root = document.createElement('div')
  root.innerHTML = '<h2 id="there">There</h2><a id="doc-Spot"></a>'
  expect(anchored(root, anchor)?.id).toBe(id)
})

test('a picture that does not load is told in words', async () => {
  const pictures = '<p><img alt="The flow" src="docimg://localhost/a.png"> <img src="docimg://localhost/b%20c.png"></p>'
  const fake = fakeRoom({ pages: [page('s/a.md', pictures)] })
  render(App, { room: fake.room })
  await fake.ready()
  fake.room.open('docs', 's/a.md')
  await settle()
  for (const picture of document.querySelectorAll('.reading img')) await fireEvent.error(picture)
  expect([...document.querySelectorAll('.missing-image')].map((words) => words.textContent)).toEqual(['The flow', 'b c.png'])
})

test('a passage is marked, and nothing else', async () => {
  const { openPassage } = await opened()
  await openPassage({ project: 'docs', path: 's/a.md', lines: [5, 7] })
  expect([...document.querySelectorAll('.passage')].map((block) => block.textContent)).toEqual(['text'])
  await openPassage({ project: 'docs', path: 's/a.md', lines: [10, 12] })
  expect([...document.querySelectorAll('.passage')].map((block) => block.textContent)).toEqual(['last'])
})

test('a page that changes is shown anew where it was scrolled', async () => {
  const { content, hear } = await opened()
  await scroll(120)
  content.pages = [{ ...first, html: '<p data-line="1">rewritten</p>' }, second]
  await hear({ kind: 'changed', project: 'docs' })
  expect(screen.getByText('rewritten')).toBeTruthy()
  expect(view().scrollTop).toBe(120)
})

test('a page that vanished says so and offers the way back', async () => {
  const { room } = await opened()
  room.open('docs', 's/gone.md')
  await settle()
  expect(screen.getByText('This page is not there')).toBeTruthy()
  await fireEvent.click(screen.getAllByRole('button', { name: 'Back' }).at(-1) as HTMLElement)
  await settle()
  expect(screen.getByText('last')).toBeTruthy()
})

test('a page that could not be read anew offers to refresh', async () => {
  const { room, content, backend } = await opened()
  content.pages = [first, { ...second, changed: true }]
  room.open('docs', 's/b.md')
  await settle()
  content.pages = [first, second]
  await fireEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await settle()
  expect(backend.page).toHaveBeenCalledTimes(3)
  expect(screen.queryByText(/changed after it was indexed/)).toBeNull()
})
