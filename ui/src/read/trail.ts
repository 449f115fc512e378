// Where the reader has been: back and forward.

export type Place = {
  project: string
  path: string
  /** The heading to go to. */
  anchor: string | null
  /** The lines to mark and go to, 1-based and inclusive. */
  lines: [number, number] | null
}

/** A place and how far its page was scrolled when it was left, in pixels. */
export type Visit = Place & { scroll: number }

export type Trail = { visits: Visit[]; at: number }

/** Visits kept. */
const LIMIT = 200

export const empty: Trail = { visits: [], at: -1 }

/** Goes on to a place; what lay ahead is forgotten. */
export function goOn(trail: Trail, place: Place | Visit): Trail {
  const visits = [...trail.visits.slice(0, trail.at + 1), { scroll: 0, ...place }].slice(-LIMIT)
  return { visits, at: visits.length - 1 }
}

export const here = (trail: Trail): Visit | null => trail.visits[trail.at] ?? null

export const canStep = (trail: Trail, by: number) => trail.visits[trail.at + by] !== undefined

export function step(trail: Trail, by: number): Trail {
  return canStep(trail, by) ? { ...trail, at: trail.at + by } : trail
}

type Address = { project: string; path: string } | null
export const samePage = (a: Address, b: Address) => a?.project === b?.project && a?.path === b?.path
