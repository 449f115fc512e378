// What the text of a document lacks for the keyboard and for screen readers.

/** Sees to it for as long as the article stands there; returns what ends that. */
export function reachable(article: HTMLElement): () => void {
  for (const box of article.querySelectorAll<HTMLInputElement>('input[type=checkbox]')) {
    box.setAttribute('aria-label', box.checked ? 'Done' : 'Not done')
  }
  const look = () => article.querySelectorAll<HTMLElement>('pre, table').forEach(scrollable)
  look()
  if (typeof ResizeObserver === 'undefined') return () => {}
  const watch = new ResizeObserver(look)
  watch.observe(article)
  return () => watch.disconnect()
}

/** What is wider than the page is scrolled by the arrow keys, and so has to take the focus. */
function scrollable(box: HTMLElement) {
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
  else box.removeAttribute('tabindex')
}
