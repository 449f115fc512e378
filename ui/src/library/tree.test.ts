// The tree: grown from paths, walked by keyboard.
import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeEach, expect, test, vi } from 'vitest'
import Tree from './Tree.svelte'
import { ancestors, grow } from './tree'

const paths = ['s/guide/10-late.md', 's/guide/2-early.md', 's/guide/_index.md', 's/about.md', 's/zoo/deep/a.md']
const entries = paths.map((path) => ({ path, title: path.slice(path.lastIndexOf('/') + 1) }))
const onopen = vi.fn()

beforeEach(() => onopen.mockReset())

const lines = () => screen.getAllByRole('treeitem')
const shown = () => lines().map((line) => `${'  '.repeat(Number(line.getAttribute('aria-level')) - 1)}${line.textContent.trim()}`)
const press = async (...keys: string[]) => {
  for (const key of keys) await fireEvent.keyDown(document.activeElement ?? document.body, { key })
}
const focused = () => document.activeElement?.textContent?.trim()

function show(current: string | null = null) {
  render(Tree, { entries, project: 'docs', current, onopen })
}

test('one source is no level of its own; entrances come first, numbers count', async () => {
  show()
  expect(shown()).toEqual(['about.md', 'guide', 'zoo/deep'])
  lines()[1]?.focus()
  await press('ArrowRight')
  expect(shown()).toEqual(['about.md', 'guide', '  _index.md', '  2-early.md', '  10-late.md', 'zoo/deep'])
})

test('two sources stand beside each other', () => {
  const two = grow([{ path: 'a/x.md', title: 'X' }, { path: 'b/y.md', title: 'Y' }])
  expect(two.map((node) => [node.key, node.children.map((child) => child.label)])).toEqual([
    ['a/', ['X']],
    ['b/', ['Y']],
  ])
})

test('arrows walk, open and close; Enter opens the page', async () => {
  show()
  lines()[0]?.focus()
  await press('ArrowDown')
  expect(focused()).toBe('guide')
  await press('ArrowRight', 'ArrowRight', 'ArrowDown')
  expect(focused()).toBe('2-early.md')
  await press('Enter')
  expect(onopen).toHaveBeenCalledWith('s/guide/2-early.md')
  await press('ArrowLeft')
  expect(focused()).toBe('guide')
  await press('ArrowLeft')
  expect(shown()).toEqual(['about.md', 'guide', 'zoo/deep'])
  await press('End')
  expect(focused()).toBe('zoo/deep')
  await press('Home')
  expect(focused()).toBe('about.md')
  await press('z')
  expect(focused()).toBe('zoo/deep')
})

test('only one line is reached by Tab, and its place is told', async () => {
  show()
  lines()[0]?.focus()
  await press('ArrowDown', 'ArrowRight')
  const guide = lines()[1]
  expect(lines().filter((line) => line.tabIndex === 0)).toEqual([guide])
  expect(guide?.getAttribute('aria-expanded')).toBe('true')
  const [first] = lines().filter((line) => line.getAttribute('aria-level') === '2')
  expect([first?.getAttribute('aria-posinset'), first?.getAttribute('aria-setsize')]).toEqual(['1', '3'])
})

test('the page that is read is brought in sight once: then folding and scrolling are the person\u2019s', async () => {
  const looked = vi.fn()
  Element.prototype.scrollIntoView = looked
  const { rerender } = render(Tree, { entries, project: 'docs', current: 's/guide/2-early.md', onopen })
  await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(1))
  await fireEvent.click(screen.getByText('zoo/deep'))
  await fireEvent.click(screen.getByText('guide'))
  await rerender({ entries: [...entries, { path: 's/new.md', title: 'new.md' }] })
  expect(shown()).toEqual(['about.md', 'guide', 'new.md', 'zoo/deep', '  a.md'])
  expect(looked).toHaveBeenCalledTimes(1)
  await rerender({ current: 's/guide/10-late.md' })
  await vi.waitFor(() => expect(looked).toHaveBeenCalledTimes(2))
  expect(shown()).toContain('  10-late.md')
})

test('the page that is read is in sight', () => {
  expect(ancestors('s/zoo/deep/a.md')).toEqual(['s/', 's/zoo/', 's/zoo/deep/'])
  show('s/zoo/deep/a.md')
  const [current] = lines().filter((line) => line.getAttribute('aria-selected') === 'true')
  expect(current?.textContent?.trim()).toBe('a.md')
})
