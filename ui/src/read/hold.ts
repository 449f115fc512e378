// Keeps the block that is read where it stands on the screen when the page is set anew, because
// the window's width or the size of the letters changed.

/** How far below the upper edge a block is looked for, in pixels: margins are no block. */
const DEPTHS = [12, 36, 60, 90, 130, 180]

export type Held = {
  /** Remembers what is read and where it stands: called before something sets the page anew. */
  look(): void
  end(): void
}

/** Holds from now on; `moved` hears how far the page is scrolled, in pixels, after it was put right. */
export function hold(view: HTMLElement, article: HTMLElement, moved: (pixels: number) => void): Held {
  if (typeof ResizeObserver === 'undefined') return { look() {}, end() {} }
  let block: Element | null = null
  let height = 0
  let shape = shapeOf(article)
  const above = (element: Element) => element.getBoundingClientRect().top - view.getBoundingClientRect().top

  const remember = () => {
    block = marked(view, article) ?? uppermost(view, article) ?? block
    if (block) height = above(block)
  }
  const settle = () => {
    const now = shapeOf(article)
    if (now === shape) return
    shape = now
    if (!block?.isConnected) return
    view.scrollTop += above(block) - height
    moved(view.scrollTop)
  }
  const look = () => {
    settle()
    remember()
  }
  /** A scroll that comes when the page has another shape already, and was not put right yet, says
   *  nothing about what is read. Looked at at once: by the next frame the shape may have changed. */
  const scrolled = () => {
    if (shapeOf(article) === shape) remember()
  }
  const end = new AbortController()
  view.addEventListener('scroll', scrolled, { signal: end.signal, passive: true })
  const watch = new ResizeObserver(settle)
  watch.observe(article)
  look()
  return {
    look,
    end() {
      end.abort()
      watch.disconnect()
    },
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
