// Search as you type: what is shown always answers what stands in the box.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { fakeRoom, found, hit, page, settle } from '../test/fake'

const rows = () => screen.queryAllByRole('option').filter((row) => row.className.includes('row'))
const list = () => screen.getByRole('listbox', { name: 'Passages' })
const texts = () => rows().map((row) => row.textContent.trim())

async function opened(content: Parameters<typeof fakeRoom>[0] = {}) {
  const fake = fakeRoom(content)
  render(App, { room: fake.room })
  await fake.ready()
  const box = screen.getByRole('combobox', { name: /search the documentation/i })
  const type = async (text: string) => {
    await fireEvent.input(box, { target: { value: text } })
    await settle()
  }
  return { ...fake, box, type }
}

const answer = (query: string) => found(query, [hit(1, `s/${query}.md`, { snippet: [{ text: query, marked: true }] })])

test('one search is under way, only the newest waits, and stale answers are dropped', async () => {
  const { searches, type } = await opened()
  for (const text of ['r', 'ro', 'rol', 'roll']) await type(text)
  expect(searches.map((search) => search.question)).toEqual(['r'])

  await searches[0]?.answer(answer('r'))
  expect(rows()).toEqual([])
  expect(searches.map((search) => search.question)).toEqual(['r', 'roll'])

  await searches[1]?.answer(answer('roll'))
  expect(texts()).toEqual(['roll'])
})

test('rows of an older text stay a moment, marked as such, and are never opened by Enter', async () => {
  const { searches, type, box, backend } = await opened({ pages: [page('s/ab.md', '<p>text</p>')] })
  await type('a')
  await searches[0]?.answer(found('a', [hit(1, 's/a.md'), hit(2, 's/old.md')]))
  await fireEvent.keyDown(box, { key: 'ArrowDown' })
  await type('ab')
  expect(rows()).toHaveLength(2)
  expect(list().getAttribute('aria-busy')).toBe('true')
  expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(['false', 'false'])
  expect(box.hasAttribute('aria-activedescendant')).toBe(false)

  await fireEvent.keyDown(box, { key: 'Enter' })
  await settle()
  expect(backend.page).not.toHaveBeenCalled()
  await searches[1]?.answer(answer('ab'))
  expect(backend.page).toHaveBeenCalledExactlyOnceWith('docs', 's/ab.md')
})

test('a new answer begins at its first row', async () => {
  const { searches, type, room, box } = await opened()
  await type('a')
  await searches[0]?.answer(found('a', [hit(1, 's/a.md'), hit(2, 's/b.md')]))
  await fireEvent.keyDown(box, { key: 'ArrowDown' })
  await type('ab')
  await searches[1]?.answer(found('ab', [hit(1, 's/new.md'), hit(2, 's/b.md')]))
  expect(room.search.chosen).toBe(0)
  expect(list().getAttribute('aria-busy')).toBe('false')
})

test('an answer that is long in coming is waited for without the older rows', async () => {
  const { searches, type } = await opened()
  await type('a')
  await searches[0]?.answer(answer('a'))
  await type('ab')
  await vi.waitFor(() => expect(rows()).toEqual([]))
  expect(screen.getByText('Searching…')).toBeTruthy()
  await searches[1]?.answer(answer('ab'))
  expect(texts()).toEqual(['ab'])
})

test('Enter asks again what failed', async () => {
  const { searches, type, box } = await opened()
  await type('a')
  await searches[0]?.fail({ code: 'io', message: 'no disk', causes: [] })
  await fireEvent.keyDown(box, { key: 'Enter' })
  await settle()
  await searches[1]?.answer(answer('a'))
  expect(texts()).toEqual(['a'])
})

test('leaving the box returns to where the person was', async () => {
  const { type, box } = await opened()
  const add = screen.getByRole('button', { name: 'Add a folder' })
  add.focus()
  box.focus()
  await type('a')
  await fireEvent.keyDown(box, { key: 'Escape' })
  expect(document.activeElement).toBe(box)
  await fireEvent.keyDown(box, { key: 'Escape' })
  expect(document.activeElement).toBe(add)
})

test('a failed search is said at the box and leaves no rows', async () => {
  const { searches, type, box } = await opened()
  await type('a')
  await searches[0]?.fail({ code: 'invalid', message: '`query` is too long', causes: [] })
  expect(rows()).toEqual([])
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('query').tagName).toBe('CODE')
})

test('Enter that comes before the answer opens its first row', async () => {
  const { searches, type, box, backend, room } = await opened({ pages: [page('s/a.md', '<p>text</p>')] })
  await type('a')
  await fireEvent.keyDown(box, { key: 'Enter' })
  expect(backend.page).not.toHaveBeenCalled()
  await searches[0]?.answer(answer('a'))
  expect(backend.page).toHaveBeenCalledWith('docs', 's/a.md')
  expect(room.search.shown).toBe(false)
})

test('arrows choose across pages, Enter opens, Escape clears', async () => {
  const { searches, type, box, room } = await opened({ pages: [page('s/b.md', '<p>text</p>')] })
  await type('x')
  await searches[0]?.answer(found('x', [hit(1, 's/a.md'), hit(2, 's/b.md'), hit(3, 's/a.md')]))
  // The page of the best excerpt is whole before the next page begins.
  expect(room.search.rows.map((row) => row.rank)).toEqual([1, 3, 2])
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown']) await fireEvent.keyDown(box, { key })
  expect(box.getAttribute('aria-activedescendant')).toBe('ui-row-2')
  await fireEvent.keyDown(box, { key: 'Enter' })
  await settle()
  expect(room.reader.visit).toMatchObject({ path: 's/b.md', lines: [2, 2] })
  await fireEvent.keyDown(box, { key: 'Escape' })
  expect(room.search.text).toBe('')
})

test('nothing opens while an input method composes', async () => {
  const { searches, type, box, backend } = await opened()
  await type('に')
  await searches[0]?.answer(answer('に'))
  await fireEvent.keyDown(box, { key: 'Enter', isComposing: true })
  expect(backend.page).not.toHaveBeenCalled()
})

test('a marked snippet shows markup as text', async () => {
  const { searches, type } = await opened()
  await type('img')
  const snippet = [
    { text: 'an <b>', marked: false },
    { text: '<img src=x onerror=alert(1)>', marked: true },
  ]
  await searches[0]?.answer(found('img', [hit(1, 's/a.md', { snippet, title: '<i>a</i>' })]))
  const [row] = rows()
  expect(row?.querySelector('mark')?.textContent).toBe('<img src=x onerror=alert(1)>')
  expect(row?.querySelector('.snippet')?.textContent).toBe('an <b><img src=x onerror=alert(1)>')
  expect(document.querySelector('.results img, .results b, .results i')).toBeNull()
})

test('changed documents are searched anew without losing the chosen row', async () => {
  const { searches, type, room, hear } = await opened()
  await type('x')
  await searches[0]?.answer(found('x', [hit(1, 's/a.md'), hit(2, 's/b.md')]))
  room.search.move(1)
  await hear({ kind: 'changed', project: 'docs' })
  expect(rows()).toHaveLength(2)
  await searches[1]?.answer(found('x', [hit(1, 's/new.md'), hit(2, 's/a.md'), hit(3, 's/b.md', { startLine: 2 })]))
  expect(room.search.rows[room.search.chosen]?.path).toBe('s/b.md')
})

test('all projects are searched without naming one', async () => {
  const { backend, type } = await opened()
  await fireEvent.change(screen.getByLabelText('Where to search'), { target: { value: 'all' } })
  await type('x')
  expect(backend.search).toHaveBeenLastCalledWith({ query: 'x', limit: 20 }, 'hybrid')
})
