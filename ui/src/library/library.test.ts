// The projects at the left: their state in words and dots, and the folder that is asked for.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test } from 'vitest'
import App from '../App.svelte'
import { fakeRoom, settle, status } from '../test/fake'
import { state } from './words'

test.each([
  [{}, 'good', '3'],
  [{ documents: 1679, notSearchable: 2, failed: 1 }, 'good', '1,679'],
  [{ progress: { phase: 'indexing', done: 120, total: 1679 } }, 'busy', '120 / 1,679'],
  [{ progress: { phase: 'embedding', done: 7, total: 20 } }, 'busy', '7 / 20'],
  [{ progress: { phase: 'scanning', done: 0, total: 0 } }, 'busy', 'looking'],
  [{ documents: 0 }, 'idle', 'empty'],
  [{ watching: 'paused' }, 'idle', 'paused'],
  [{ progress: { phase: 'failed', done: 0, total: 0 }, error: 'no folder' }, 'bad', 'failed'],
] as const)('%j is told as %s, %s', (over, tone, short) => {
  expect(state(status('docs', over))).toMatchObject({ tone, short })
})

test('an empty room asks for a folder, and turns to what was added', async () => {
  const fake = fakeRoom({ projects: [] })
  fake.backend.addFolder.mockImplementation(async () => {
    fake.content.projects = [status('other'), status('new')]
    return { project: 'new', source: 'new', created: true } as never
  })
  render(App, { room: fake.room })
  await fake.ready()
  await fireEvent.click(screen.getByRole('button', { name: 'Add a folder…' }))
  await settle()
  expect(fake.room.library.selected).toBe('new')
  expect(fake.backend.tree).toHaveBeenLastCalledWith('new')
})

test('progress moves the bar without asking for the state again', async () => {
  const fake = fakeRoom()
  render(App, { room: fake.room })
  await fake.ready()
  const asked = fake.backend.status.mock.calls.length
  await fake.hear({ kind: 'progress', project: 'docs', progress: { phase: 'indexing', done: 5, total: 10 } })
  expect(screen.getByRole('progressbar', { name: 'Indexing docs' })).toMatchObject({ value: 5, max: 10 })
  expect(fake.backend.status).toHaveBeenCalledTimes(asked)
})

test('a request that fails is told in a toast that can be dismissed', async () => {
  const fake = fakeRoom()
  fake.backend.setPaused.mockRejectedValue({ code: 'io', message: 'could not write `/x`', causes: ['disk full'] })
  render(App, { room: fake.room })
  await fake.ready()
  await fireEvent.click(screen.getByRole('button', { name: 'Pause watching' }))
  await settle()
  expect(screen.getByText('disk full')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByText('disk full')).toBeNull()
})

test('only the guide is no reason not to ask for a folder', async () => {
  const fake = fakeRoom({ projects: [status('user-guide')] })
  render(App, { room: fake.room })
  await fake.ready()
  expect(screen.getByRole('button', { name: 'Add a folder…' })).toBeTruthy()
  expect(fake.room.library.selected).toBe('user-guide')
})
