// Why a result is there, in words.
import { expect, test } from 'vitest'
import { hit } from '../test/fake'
import { reasons } from './why'

const none = hit(1, 's/a.md').why

test.each([
  [{}, ['found by its title or headings']],
  [{ called: true, linked: 1 }, ['found by its title or headings', 'called just like the question', 'linked from 1 page']],
  [
    { lexicalRank: 1, lexicalScore: 12.5, denseRank: 3, similarity: 0.624, coverage: 0.5, met: 1, linked: 1200 },
    [
      '1st by words',
      '3rd by meaning, 62 % alike',
      'holds 50 % of the words',
      'meets 100 % of the question word by word',
      'linked from 1,200 pages',
    ],
  ],
  [{ denseRank: 12, similarity: -0.2, coverage: 0 }, ['12th by meaning, 0 % alike']],
  [{ lexicalRank: 22 }, ['22nd by words']],
])('%j', (why, said) => {
  expect(reasons(hit(1, 's/a.md', { why: { ...none, ...why } }))).toEqual(said)
})
