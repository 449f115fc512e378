// Keeps the block that is read where it stands on the screen when the page is set anew, because
// the window's width or the size of the letters changed.

/** How far below the upper edge a block is looked for, in pixels: margins are no block. */
const DEPTHS = [12, 36, 60, 90, 130, 180]

/** Holds from now on; returns what ends it. */
export function hold(view: HTMLElement, article: HTMLElement): () => void {
  if (typeof ResizeObserver === 'undefined') return () => {}
  let block: Element | null = null
  let height = 0
  let shape = shapeOf(article)
  const above = (element: Element) => element.getBoundingClientRect().top - view.getBoundingClientRect().top

  const look = () => {
    block = uppermost(view, article) ?? block
    if (block) height = above(block)
  }
  const settle = () => {
    const now = shapeOf(article)
    if (now === shape) return
    shape = now
    if (block?.isConnected) view.scrollTop += above(block) - height
  }
  const end = new AbortController()
  view.addEventListener('scroll', () => requestAnimationFrame(look), { signal: end.signal, passive: true })
  const watch = new ResizeObserver(settle)
  watch.observe(article)
  return () => {
    end.abort()
    watch.disconnect()
  }
}

const shapeOf = (article: HTMLElement) => `${article.clientWidth} ${getComputedStyle(article).fontSize}`

function uppermost(view: HTMLElement, article: HTMLElement): Element | null {
  const top = view.getBoundingClientRect().top
  const { left } = article.getBoundingClientRect()
  for (const depth of DEPTHS) {
    const block = document.elementFromPoint(left + 4, top + depth)?.closest('[data-line]')
    if (block && article.contains(block)) return block
  }
  return null
}
