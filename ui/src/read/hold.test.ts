// What is read stays where it stands, whatever comes between a change of shape and its layout.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Held, hold } from './hold'

/** Height of a block at the usual size, in pixels. */
const BLOCK = 100
let settle: () => void
let view: HTMLElement
let article: HTMLElement
let held: Held
let moved: number[]

const scale = () => Number.parseFloat(article.style.fontSize) / 16
const standing = (at: number) => at * BLOCK * scale() - view.scrollTop
const at = (top: number) => ({ top, bottom: top + 600, left: 0 }) as DOMRect

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(call: () => void) {
        settle = call
      }
      observe() {}
      disconnect() {}
    },
  )
  document.body.innerHTML = '<main><article style="font-size: 16px"></article></main>'
  view = document.querySelector('main') as HTMLElement
  article = document.querySelector('article') as HTMLElement
  view.getBoundingClientRect = () => at(0)
  article.getBoundingClientRect = () => at(standing(0))
  for (let block = 0; block < 40; block += 1) {
    const line = document.createElement('p')
    line.dataset.line = String(block)
    line.getBoundingClientRect = () => at(standing(block))
    article.append(line)
  }
  document.elementFromPoint = (_x, y) => article.children[Math.floor((y + view.scrollTop) / (BLOCK * scale()))] ?? null
  moved = []
  held = hold(view, article, (pixels) => moved.push(pixels))
})
afterEach(() => held.end())

const scrollTo = (top: number) => {
  view.scrollTop = top
  view.dispatchEvent(new Event('scroll'))
}
const letters = (pixels: number) => (article.style.fontSize = `${pixels}px`)
const scrollEvent = () => view.dispatchEvent(new Event('scroll'))

test('the uppermost block stays when the letters grow', () => {
  scrollTo(1200)
  letters(32)
  settle()
  expect([standing(12), moved]).toEqual([0, [2400]])
})

test('the passage that was asked for stays, not what is above it', () => {
  article.children[15]?.classList.add('passage')
  scrollTo(1200)
  letters(32)
  settle()
  expect(standing(15)).toBe(300)
})

test('a scroll that is told of when the letters have grown already changes nothing', () => {
  scrollTo(1200)
  letters(20)
  scrollEvent()
  settle()
  expect(standing(12)).toBe(0)
})

test('a size that changes before the scroll to the page was told of holds what is in sight', () => {
  view.scrollTop = 1200
  held.look()
  letters(32)
  scrollEvent()
  settle()
  expect(standing(12)).toBe(0)
})

test('many sizes one upon the other, with and without a layout between them', () => {
  article.children[13]?.classList.add('passage')
  scrollTo(1200)
  for (const [step, size] of [20, 24, 32, 24, 40, 16, 32].entries()) {
    held.look()
    letters(size)
    if (step % 2 === 0) scrollEvent()
    if (step % 3 === 0) settle()
  }
  settle()
  expect(standing(13)).toBe(100)
})

test('a page that gave way to another is not held', () => {
  scrollTo(1200)
  article.replaceChildren()
  letters(32)
  settle()
  expect([view.scrollTop, moved]).toEqual([1200, []])
})
