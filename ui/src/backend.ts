// The engine, as the screen may ask it: the only file that talks to src-tauri.
import { Channel, invoke } from '@tauri-apps/api/core'
import type { Added, Code, Event, Page, ProjectStatus, Retrieval, SearchAnswer, SearchQuery, TreeEntry } from './types/model'

/** A passage that a docroom:// link asks to open; lines are 1-based and inclusive. */
export type Passage = { project: string; path: string; lines: [number, number] | null }

/** What a question that failed is rejected with (`model::Error`). */
export type Failure = { code: Code; message: string; causes: string[] }

export type Backend = {
  status(): Promise<ProjectStatus[]>
  tree(project: string): Promise<TreeEntry[]>
  page(project: string, path: string): Promise<Page>
  search(query: SearchQuery, retrieval: Retrieval): Promise<SearchAnswer>
  setPaused(project: string, paused: boolean): Promise<void>
  requestIndex(project: string): Promise<void>
  /** Shows the folder dialog; null when the person chose none. */
  addFolder(): Promise<Added | null>
  openExternal(address: string): Promise<void>
  /** What the window kept the last time. */
  recall(): Promise<Record<string, string>>
  keep(key: string, value: string): Promise<void>
  /** Calls back for every hint of the engine and every passage to open, from now on. */
  follow(onEvent: (event: Event) => void, onPassage: (passage: Passage) => void): Promise<void>
}

export const backend: Backend = {
  status: () => invoke('status'),
  tree: (project) => invoke('tree', { project }),
  page: (project, path) => invoke('page', { project, path }),
  search: (query, retrieval) => invoke('search', { query, retrieval }),
  setPaused: (project, paused) => invoke('set_paused', { project, paused }),
  requestIndex: (project) => invoke('request_index', { project }),
  addFolder: () => invoke('add_folder'),
  openExternal: (address) => invoke('open_external', { address }),
  recall: () => invoke('recall'),
  keep: (key, value) => invoke('keep', { key, value }),
  follow: (onEvent, onPassage) =>
    invoke('follow', { events: new Channel<Event>(onEvent), passages: new Channel<Passage>(onPassage) }),
}

/** What was thrown, as a failure; anything but the engine's own is a fault of ours. */
export function failure(thrown: unknown): Failure {
  if (typeof thrown === 'object' && thrown !== null && 'code' in thrown && 'message' in thrown) {
    return thrown as Failure
  }
  return { code: 'internal', message: String(thrown), causes: [] }
}
