// Results by page: each page stands where its best excerpt ranks.
import type { Hit } from '../types/model'

/** Most excerpts shown of one page. */
const EXCERPTS = 3

export type Group = { key: string; project: string; path: string; title: string; hits: Hit[] }

export function groups(hits: Hit[]): Group[] {
  const found = new Map<string, Group>()
  for (const hit of hits) {
    const key = `${hit.project}\n${hit.path}`
    const group = found.get(key)
    if (!group) {
      found.set(key, { key, project: hit.project, path: hit.path, title: hit.title, hits: [hit] })
    } else if (group.hits.length < EXCERPTS) {
      group.hits.push(hit)
    }
  }
  return [...found.values()]
}

/** The headings above an excerpt without the page's title, which the group already shows. */
export function trail(hit: Hit): string[] {
  const parts = hit.breadcrumb.split(' > ').filter((part) => part !== '')
  return parts[0] === hit.title ? parts.slice(1) : parts
}
