// The page that was read last, so that the window opens where it was closed.
import * as desk from '../desk'
import type { Visit } from './trail'

const KEY = 'page'
/** How long the page rests before its place is kept, in milliseconds. */
const REST = 400
let resting: ReturnType<typeof setTimeout> | undefined
let waiting: Visit | null = null

/** Keeps the page as it is. */
export function keep(visit: Visit) {
  clearTimeout(resting)
  waiting = null
  desk.keep(KEY, JSON.stringify(visit))
}

/** Keeps how far the page is scrolled, once it rests there or its window is left. */
export function keepPlace(visit: Visit) {
  clearTimeout(resting)
  waiting = visit
  resting = setTimeout(keepWaiting, REST)
}

function keepWaiting() {
  if (waiting) keep(waiting)
}

if (typeof document !== 'undefined') {
  document.addEventListener('visibilitychange', keepWaiting)
  window.addEventListener('pagehide', keepWaiting)
  window.addEventListener('blur', keepWaiting)
}

/** The page that was kept. */
export function page(): Visit | null {
  try {
    const kept = JSON.parse(desk.recall(KEY) ?? 'null')
    const usable = typeof kept?.project === 'string' && typeof kept.path === 'string'
    return usable ? { project: kept.project, path: kept.path, anchor: null, lines: null, scroll: Number(kept.scroll) || 0 } : null
  } catch {
    return null
  }
}
