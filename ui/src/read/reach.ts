// What the text of a document lacks for the keyboard, for screen readers, and where a picture is
// not there.

/** Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Sees to it for as long as the article stands there; returns what ends that. */
export function reachable(article: HTMLElement): () => void {
  for (const box of article.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    box.setAttribute('aria-label', box.checked ? 'Done' : 'Not done')
  }
  if (RIGHT_TO_LEFT.test(article.textContent)) {
    for (const part of article.querySelectorAll<HTMLElement>('ul, ol, dl, blockquote')) part.dir = 'auto'
  }
  const end = new AbortController()
  const missing = ({ target }: Event) => target instanceof HTMLImageElement && name(target, article)
  article.addEventListener('error', missing, { capture: true, signal: end.signal })
  const look = () => article.querySelectorAll<HTMLElement>('pre, table').forEach(scrollable)
  look()
  const watch = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
  watch?.observe(article)
  return () => {
    end.abort()
    watch?.disconnect()
  }
}

/** Says which picture is missing. Those that stand right in the article hold its ends: they stay. */
function name(picture: HTMLImageElement, article: HTMLElement) {
  if (picture.parentElement === article) return
  const words = document.createElement('span')
  words.className = 'missing-image'
  words.textContent = picture.alt.trim() || decodeURI(picture.src).split('/').at(-1) || ''
  picture.replaceWith(words)
}

/** What is wider than the page is scrolled by the arrow keys, and so has to take the focus. */
function scrollable(box: HTMLElement) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
  else box.removeAttribute('tabindex')
}
