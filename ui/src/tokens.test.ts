// The colours of both themes keep the contrast that tokens.css promises.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = readFileSync('src/tokens.css', 'utf8')
const [light = '', dark = ''] = css.split('@media')

function colours(text: string): Map<string, string> {
  return new Map([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((found) => [found[1] ?? '', found[2] ?? '']))
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dim = 0, bright = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (bright + 0.05) / (dim + 0.05)
}

const grounds = ['paper', 'desk', 'raised', 'hover', 'chosen']
const texts: [string, string[], number][] = [
  ['ink', [...grounds, 'code', 'passage', 'warn-soft', 'bad-soft'], 4.5],
  ['ink-soft', [...grounds, 'code', 'passage'], 4.5],
  ['ink-faint', [...grounds, 'passage'], 4.5],
  ['link', ['paper', 'passage', 'desk'], 4.5],
  ['bad', ['desk', 'chosen'], 4.5],
  ['busy', ['paper', 'chosen'], 3],
  ['mark-ink', ['mark'], 4.5],
  ['accent-ink', ['accent'], 4.5],
  ['accent', ['paper', 'raised', 'desk', 'chosen'], 3],
  ['good', ['desk', 'chosen'], 3],
  ['line-strong', ['paper', 'desk', 'raised'], 3],
  ['passage-line', ['paper'], 3],
]

test.each([['light', light], ['dark', dark]])('%s', (_, text) => {
  const theme = colours(text)
  const weak = texts.flatMap(([ink, places, least]) =>
    places
      .map((ground) => ({ ink, ground, has: contrast(theme.get(ink) ?? '', theme.get(ground) ?? '') }))
      .filter(({ has }) => !(has >= least)),
  )
  expect(weak).toEqual([])
})
