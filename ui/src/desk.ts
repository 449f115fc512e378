// What the window remembers from one time to the next: zoom, the shown project, the page that was
// read. The host keeps it in the data folder at once; WebKit writes its own storage out so much
// later that a window that is closed soon would forget.
import type { Backend } from './backend'

let kept = new Map<string, string>()
let write: (key: string, value: string) => Promise<void> = async () => {}

/** Takes over what was kept the last time; a host that can't remember leaves an empty desk. */
export async function layDesk(backend: Pick<Backend, 'recall' | 'keep'>) {
  lay(await backend.recall().catch(() => ({})), (key, value) => backend.keep(key, value))
}

/** Lays these values out; `writer` hears of each that is kept from now on. */
export function lay(values: Record<string, string>, writer: typeof write) {
  kept = new Map(Object.entries(values))
  write = writer
}

export function recall(key: string): string | null {
  return kept.get(key) ?? null
}

/** Keeps a value for the next time. What can't be kept is only forgotten. */
export function keep(key: string, value: string) {
  if (kept.get(key) === value) return
  kept.set(key, value)
  write(key, value).catch(() => {})
}
