// Rows that come in stages: what stands keeps its place.
import { expect, test } from 'vitest'
import { hit } from '../test/fake'
import type { Hit } from '../types/model'
import { below, renewed, sameRows } from './merge'

/** `a3` is the passage of page `a` that begins in line 3. */
const rows = (names: string) =>
  names.split(' ').filter(Boolean).map((name, at) => hit(at + 1, name.charAt(0), { startLine: Number(name.slice(1)) }))
const names = (hits: Hit[]) => hits.map((one) => `${one.path}${one.startLine}`).join(' ')

test.each([
  ['', 'a1 b1', 'a1 b1'],
  ['a1 b1', '', 'a1 b1'],
  ['a1 b1', 'c1 b1 a1', 'a1 b1 c1'],
  ['a1 b1', 'b9 a1 a7 c1 c4', 'a1 b1 c1 c4'],
])('below what stands (%s) comes of %s what is new: %s', (shown, found, merged) => {
  expect(names(below(rows(shown), rows(found)))).toBe(merged)
})

test.each([
  ['a1 b1', 'b1 a1', 'a1 b1'],
  ['a1 b1 c1', 'c1 n1 a1', 'a1 c1 n1'],
  ['a1 a9 b1', 'b1 a3 a11', 'a3 a11 b1'],
  ['a1 a9', 'a9', 'a9'],
  ['a1 b1', '', ''],
])('after a change, what stands (%s) and is found (%s) stays: %s', (shown, found, merged) => {
  expect(names(renewed(rows(shown), rows(found)))).toBe(merged)
})

test('a page whose text stands there already is not shown again', () => {
  const [old] = rows('a1')
  expect(names(below([{ ...(old as Hit), alsoAt: ['b'] }], rows('b1 c1')))).toBe('a1 c1')
})

test('a row that is found again tells what the later answer knows', () => {
  const [old] = rows('a1')
  const newer = { ...(old as Hit), score: 0.1 }
  expect(below([old as Hit], [newer])).toEqual([newer])
})

test.each([
  ['a1 b1', 'a1 b1', true],
  ['a1 b1', 'b1 a1', false],
  ['a1', 'a1 b1', false],
])('%s and %s are the same rows: %s', (a, b, same) => {
  expect(sameRows(rows(a), rows(b))).toBe(same)
})
