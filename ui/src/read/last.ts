// The page that was read last, so that the window opens where it was closed.
import type { Visit } from './trail'

const KEY = 'docroom.page'
/** How long the page rests before its place is kept, in milliseconds. */
const REST = 400
let resting: ReturnType<typeof setTimeout> | undefined

/** Keeps the page and how far it is scrolled, once it rests there. */
export function keep(visit: Visit) {
  clearTimeout(resting)
  resting = setTimeout(() => localStorage.setItem(KEY, JSON.stringify(visit)), REST)
}

/** The page that was kept. */
export function page(): Visit | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const usable = typeof kept?.project === 'string' && typeof kept.path === 'string'
    return usable ? { project: kept.project, path: kept.path, anchor: null, lines: null, scroll: Number(kept.scroll) || 0 } : null
  } catch {
    return null
  }
}
