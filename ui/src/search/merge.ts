// Rows of a search that come in stages, and what of them may move.
//
// A row that somebody may be looking at keeps its place: what comes later goes below it, page by
// page, so that nothing is pushed down either. Only the last stage may set the rows anew, best
// first, and only before anybody can have read them or has touched them.
import type { Hit } from '../types/model'

export const pageOf = (hit: Hit) => `${hit.project}\n${hit.path}`
/** One row among all rows. */
export const rowOf = (hit: Hit) => `${pageOf(hit)}\n${hit.startLine}`

/** The pages that hold a row's text: its own, and those with the same text. */
const pagesOf = (hit: Hit) => [pageOf(hit), ...hit.alsoAt.map((path) => `${hit.project}\n${path}`)]

/** The rows that stand, with what the newer answer knows of them, and below them new pages. */
export function below(shown: Hit[], found: Hit[]): Hit[] {
  const newer = new Map(found.map((hit) => [rowOf(hit), hit]))
  const pages = new Set(shown.flatMap(pagesOf))
  return [...shown.map((hit) => newer.get(rowOf(hit)) ?? hit), ...found.filter((hit) => !pages.has(pageOf(hit)))]
}

/**
 * The same for an answer to the same question after documents changed: pages that are found no
 * longer go, and where the lines of a page moved, its rows are the new ones.
 */
export function renewed(shown: Hit[], found: Hit[]): Hit[] {
  const left = new Map<string, Hit[]>()
  for (const hit of found) left.set(pageOf(hit), [...(left.get(pageOf(hit)) ?? []), hit])
  const kept = shown.flatMap((old) => {
    const rows = left.get(pageOf(old)) ?? []
    const same = rows.find((hit) => rowOf(hit) === rowOf(old)) ?? rows[0]
    left.set(pageOf(old), rows.filter((hit) => hit !== same))
    return same ? [same] : []
  })
  return below(kept, found)
}

/** Whether both show the same rows in the same order. */
export const sameRows = (a: Hit[], b: Hit[]) => a.length === b.length && a.every((hit, at) => rowOf(hit) === rowOf(b[at] as Hit))
