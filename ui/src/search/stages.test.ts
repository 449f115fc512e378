// A question asked in stages: rows come early, keep their places once looked at, and answer only
// what stands in the box.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, test, vi } from 'vitest'
import App from '../App.svelte'
import { fakeRoom, found, hit, page, settle } from '../test/fake'
import type { Hit, SearchAnswer } from '../types/model'

const hits = (names: string) => names.split(' ').filter(Boolean).map((name, at) => hit(at + 1, name))
const list = () => screen.getByRole('listbox', { name: 'Passages' })
const busy = () => list().getAttribute('aria-busy') === 'true'

async function opened(content: Parameters<typeof fakeRoom>[0] = {}) {
  const fake = fakeRoom({ quick: [], ...content })
  render(App, { room: fake.room })
  await fake.ready()
  const box = screen.getByRole('combobox', { name: /search the documentation/i })
  const type = async (text: string) => {
    await fireEvent.input(box, { target: { value: text } })
    await settle()
  }
  /** Answers the newest question of this stage. */
  const answer = async (asked: string, results: string | Hit[], over: Partial<SearchAnswer> = {}) => {
    const [text = ''] = asked.split(' ')
    const question = fake.searches.findLast((search) => search.question === asked)
    await question?.answer(found(text, typeof results === 'string' ? hits(results) : results, over))
  }
  const rows = () => fake.room.search.rows.map((row) => row.path).join(' ')
  const press = async (key: string) => (await fireEvent.keyDown(box, { key }), settle())
  return { ...fake, box, type, answer, rows, press }
}

test('titles and words are asked at once, meaning after the words, and the last order counts', async () => {
  const { searches, type, answer, rows } = await opened()
  await type('x')
  expect(searches.map(({ question }) => question)).toEqual(['x titles', 'x lexical'])
  await answer('x titles', 'a b')
  expect([rows(), busy()]).toEqual(['a b', true])
  await answer('x lexical', 'c a')
  expect([rows(), busy()]).toEqual(['a b c', true])
  await answer('x hybrid', 'c b d')
  expect([rows(), busy()]).toEqual(['c b d', false])
})

test('titles that come after the words come too late', async () => {
  const { type, answer, rows } = await opened()
  await type('x')
  await answer('x lexical', 'c a')
  await answer('x titles', 'a b')
  expect(rows()).toBe('c a')
})

test('an early stage that finds nothing says nothing', async () => {
  const { type, answer } = await opened()
  await type('x')
  await answer('x titles', '')
  await answer('x lexical', '')
  expect(screen.getByText('Searching…')).toBeTruthy()
  await answer('x hybrid', '')
  expect(screen.getByText('Nothing found in docs')).toBeTruthy()
})

test('answers of every stage to an older text are dropped', async () => {
  const { type, answer, rows, searches } = await opened()
  await type('a')
  await answer('a titles', 'a')
  await answer('a lexical', 'a')
  await type('ab')
  await answer('a hybrid', 'old')
  expect(rows()).toBe('a')
  await answer('ab titles', 'b')
  expect(rows()).toBe('b')
  await answer('ab lexical', 'b c')
  expect(searches.at(-1)?.question).toBe('ab hybrid')
  await answer('ab hybrid', 'c b')
  expect(rows()).toBe('c b')
})

const touches: [string, (press: (key: string) => Promise<void>) => unknown][] = [
  ['chosen by the arrows', (press) => press('ArrowDown')],
  ['scrolled', () => fireEvent.wheel(list())],
  [
    'pointed at',
    async () => {
      await fireEvent(list(), new MouseEvent('pointermove', { bubbles: true, screenX: 5, screenY: 5 }))
      await fireEvent(list(), new MouseEvent('pointermove', { bubbles: true, screenX: 6, screenY: 5 }))
    },
  ],
]
test.each(touches)('rows that are %s stay, until the person wants the best first', async (_, touch) => {
  const { type, answer, rows, press, room } = await opened()
  await type('x')
  await answer('x titles', 'a b')
  await touch(press)
  const chosen = room.search.rows[room.search.chosen]?.path
  await answer('x lexical', 'c a')
  await answer('x hybrid', 'd b a')
  expect(rows()).toBe('a b c d')
  expect(room.search.rows[room.search.chosen]?.path).toBe(chosen)
  await fireEvent.click(screen.getByRole('button', { name: 'Best first' }))
  expect(rows()).toBe('d b a')
  expect(room.search.rows[room.search.chosen]?.path).toBe(chosen)
  expect(screen.queryByRole('button', { name: 'Best first' })).toBeNull()
})

test('a pointer that only rests where the rows appear holds nothing', async () => {
  const { type, answer, rows } = await opened()
  await type('x')
  await answer('x titles', 'a b')
  for (let at = 0; at < 2; at += 1) {
    await fireEvent(list(), new MouseEvent('pointermove', { bubbles: true, screenX: 5, screenY: 5 }))
  }
  await answer('x lexical', 'b')
  await answer('x hybrid', 'b a')
  expect(rows()).toBe('b a')
})

test('rows that stood long enough to be read stay, and are the best first when they come back', async () => {
  const { type, answer, rows, room } = await opened()
  await type('x')
  const after = vi.spyOn(globalThis, 'setTimeout')
  await answer('x titles', 'a b')
  // The time of the rows is up.
  const [rest] = after.mock.calls.find(([, pause]) => pause !== undefined && pause > 0) ?? []
  rest?.()
  await answer('x lexical', 'a b')
  await answer('x hybrid', 'b a')
  expect(rows()).toBe('a b')
  room.search.close()
  room.search.show()
  expect(rows()).toBe('b a')
})

test('Enter opens the row that is shown, at any stage', async () => {
  const { type, answer, press, backend } = await opened({ pages: [page('a', '<p>text</p>')] })
  await type('x')
  await answer('x titles', 'a b')
  await press('Enter')
  expect(backend.page).toHaveBeenLastCalledWith('docs', 'a')
})

test('Enter before any row waits for the best one', async () => {
  const { type, answer, press, backend } = await opened({ pages: [page('c', '<p>text</p>')] })
  await type('x')
  await press('Enter')
  await answer('x titles', 'a b')
  await answer('x lexical', 'a c')
  expect(backend.page).not.toHaveBeenCalled()
  await answer('x hybrid', 'c a')
  expect(backend.page).toHaveBeenLastCalledWith('docs', 'c')
})

test('what only holds the words is shown as such, not taken away', async () => {
  const { type, answer, rows } = await opened()
  await type('x')
  await answer('x lexical', 'a b')
  await answer('x hybrid', '', { status: 'below_floor', closestScore: 0.1, floor: 0.3 })
  expect(rows()).toBe('a b')
  expect(screen.getAllByText(/No page seems to answer this/)).not.toHaveLength(0)
  expect(screen.queryByRole('button', { name: 'Best first' })).toBeNull()
})

test('nothing close enough is said in words', async () => {
  const { type, answer } = await opened()
  await type('x')
  await answer('x lexical', '')
  await answer('x hybrid', '', { status: 'below_floor', closestScore: 0.1, floor: 0.3 })
  expect(screen.getByText('Nothing close enough in docs')).toBeTruthy()
})

test('an answer by words only says why, a row where else its text stands', async () => {
  const { type, answer } = await opened()
  await type('x')
  await answer('x lexical', 'a')
  await answer('x hybrid', [hit(1, 'a', { alsoAt: ['s/copy.md', 's/a.rst'] })], { lexicalOnly: 'the vectors are still being made' })
  expect(screen.getAllByText('Found by words only: the vectors are still being made.')).not.toHaveLength(0)
  expect(screen.getByText(/The same text/).textContent).toContain('s/copy.md, s/a.rst')
})

test('why a result is there is told on demand, and from then on', async () => {
  const { type, answer, backend } = await opened()
  await type('x')
  const why = { ...hit(1, 'a').why, lexicalRank: 2, denseRank: 1 }
  await answer('x lexical', 'a')
  await answer('x hybrid', [hit(1, 'a', { why })])
  expect(screen.queryByText(/by meaning/)).toBeNull()
  const button = screen.getByRole('button', { name: 'Why these' })
  await fireEvent.click(button)
  expect(screen.getByText('2nd by words · 1st by meaning')).toBeTruthy()
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(backend.keep).toHaveBeenLastCalledWith('why', 'yes')
})
