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

  /** Remembers what is read and where it stands; a scroll that a new shape brought, before the page was put right, tells nothing. */
  const look = () => {
    if (shapeOf(article) !== shape) return
    block = marked(view, article) ?? uppermost(view, article) ?? block
    if (block) height = above(block)
  }
  const settle = () => {
    const now = shapeOf(article)
    if (now === shape) return
    shape = now
    if (block?.isConnected) view.scrollTop += above(block) - height
  }
  const end = new AbortController()
  // At once: by the next frame the page may have another shape.
  view.addEventListener('scroll', look, { signal: end.signal, passive: true })
  const watch = new ResizeObserver(settle)
  watch.observe(article)
  look()
  return () => {
    end.abort()
    watch.disconnect()
  }
}

const shapeOf = (article: HTMLElement) => `${article.clientWidth} ${getComputedStyle(article).fontSize}`

/** The passage that was asked for, while it is in sight. */
function marked(view: HTMLElement, article: HTMLElement): Element | null {
  const passage = article.querySelector('.passage')
  if (!passage) return null
  const { top } = passage.getBoundingClientRect()
  const box = view.getBoundingClientRect()
  return top >= box.top && top < box.bottom ? passage : null
}

function uppermost(view: HTMLElement, article: HTMLElement): Element | null {
  const top = view.getBoundingClientRect().top
  const { left } = article.getBoundingClientRect()
  for (const depth of DEPTHS) {
    const block = document.elementFromPoint(left + 4, top + depth)?.closest('[data-line]')
    if (block && article.contains(block)) return block
  }
  return null
}
