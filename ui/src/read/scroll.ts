// Coming to a place of a page: marks its lines and scrolls there, and stays there while images
// still push the text down.
import { anchored, passage } from './passage'
import type { Arrival } from './reader.svelte'

const MARK = 'passage'
/** How far below the upper edge a passage comes to stand: part of the view's height. */
const ABOVE_PASSAGE = 0.18
/** The same for a heading, in pixels. */
const ABOVE_HEADING = 16

/** Returns what ends the staying. */
export function arrive(view: HTMLElement, article: HTMLElement, { visit, restore }: Arrival): () => void {
  const blocks = visit.lines ? passage(article, visit.lines) : []
  for (const old of article.querySelectorAll(`.${MARK}`)) old.classList.remove(MARK)
  for (const block of blocks) block.classList.add(MARK)

  const go = () => {
    if (restore) view.scrollTop = visit.scroll
    else if (blocks[0]) bring(view, blocks[0], view.clientHeight * ABOVE_PASSAGE)
    else if (visit.anchor) bring(view, anchored(article, visit.anchor), ABOVE_HEADING)
    else view.scrollTop = 0
    visit.scroll = view.scrollTop
  }
  const wanted = visit.scroll
  go()
  if (restore) visit.scroll = wanted

  const stop = new AbortController()
  article.addEventListener('load', () => (restore ? (view.scrollTop = wanted) : go()), { capture: true, signal: stop.signal })
  // The person moves on: from here their scrolling counts.
  for (const moved of ['wheel', 'keydown', 'pointerdown', 'touchstart']) {
    view.addEventListener(moved, () => stop.abort(), { signal: stop.signal, passive: true })
  }
  return () => stop.abort()
}

function bring(view: HTMLElement, target: Element | null, above: number) {
  if (!target) return
  const distance = target.getBoundingClientRect().top - view.getBoundingClientRect().top
  view.scrollTop += distance - above
}
