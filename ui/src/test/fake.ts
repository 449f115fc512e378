// A backend for component tests: answers from what the test put in, and remembers what was asked.
import { vi } from 'vitest'
import type { Backend, Passage } from '../backend'
import { lay } from '../desk'
import { Room } from '../state.svelte'
import type { Event, Heading, Hit, Page, ProjectStatus, Retrieval, SearchAnswer, TreeEntry } from '../types/model'

/** A question that the test answers when it wants. */
export type Asked<Q, A> = { question: Q; answer: (answer: A) => Promise<void>; fail: (thrown: unknown) => Promise<void> }

export function status(name: string, over: Partial<ProjectStatus> = {}): ProjectStatus {
  return {
    name,
    description: null,
    progress: { phase: 'ready', done: 0, total: 0 },
    error: null,
    watching: 'live',
    documents: 3,
    chunks: 9,
    notSearchable: 0,
    failed: 0,
    sources: [],
    lastRun: null,
    ...over,
  }
}

export function page(path: string, html: string, over: Partial<Page> = {}): Page {
  return {
    project: 'docs',
    path,
    title: path,
    format: 'markdown',
    html,
    headings: [],
    lineCount: 9,
    file: `/${path}`,
    changed: false,
    previous: null,
    next: null,
    ...over,
  }
}

export function hit(rank: number, path: string, over: Partial<Hit> = {}): Hit {
  return {
    rank,
    project: 'docs',
    path,
    uri: `docroom://docs/${path}`,
    title: path,
    breadcrumb: path,
    anchor: null,
    score: 1 / rank,
    startLine: rank,
    endLine: rank,
    text: '',
    contextBefore: '',
    contextAfter: '',
    excerpt: '',
    contextStartLine: rank,
    contextEndLine: rank,
    moreBefore: false,
    moreAfter: false,
    changed: false,
    snippet: [],
    alsoAt: [],
    why: { lexicalRank: null, lexicalScore: null, linked: 0, called: false, denseRank: null, similarity: null, coverage: null, met: null },
    ...over,
  }
}

export function found(query: string, results: Hit[], over: Partial<SearchAnswer> = {}): SearchAnswer {
  const status = results.length > 0 ? 'results' : 'no_match'
  return { project: 'docs', query, status, results, omitted: 0, closestScore: null, floor: null, progress: null, ...over }
}

export const heading = (level: number, text: string, line: number): Heading => ({
  level,
  text,
  anchor: text.toLowerCase(),
  line,
  breadcrumb: text,
})

type Content = {
  projects?: ProjectStatus[]
  entries?: TreeEntry[]
  pages?: Page[]
  kept?: Record<string, string>
  /** Stages of a search that find nothing, at once; the others wait until the test answers them. */
  quick?: Retrieval[]
}

/** A room over a backend of data; the last stage of a search waits until the test answers it. */
export function fakeRoom({
  projects = [status('docs')],
  entries = [],
  pages = [],
  kept = {},
  quick = ['titles', 'lexical'],
}: Content = {}) {
  const searches: Asked<string, SearchAnswer>[] = []
  let onEvent: (event: Event) => void = () => {}
  let onPassage: (passage: Passage) => void = () => {}
  const content = { projects, entries, pages }
  const backend = {
    status: vi.fn(async () => content.projects),
    tree: vi.fn(async () => content.entries),
    page: vi.fn(async (_project: string, path: string) => {
      const kept = content.pages.find((page) => page.path === path)
      if (!kept) throw { code: 'not_found', message: `no document \`${path}\``, causes: [] }
      return kept
    }),
    search: vi.fn(
      (query: { query: string }, retrieval: Retrieval) =>
        new Promise<SearchAnswer>((resolve, reject) => {
          if (quick.includes(retrieval)) return resolve(found(query.query, []))
          searches.push({
            question: quick.length > 0 ? query.query : `${query.query} ${retrieval}`,
            answer: async (answer) => (resolve(answer), settle()),
            fail: async (thrown) => (reject(thrown), settle()),
          })
        }),
    ),
    setPaused: vi.fn(async () => {}),
    requestIndex: vi.fn(async () => {}),
    addFolder: vi.fn(async () => null),
    openExternal: vi.fn(async () => {}),
    recall: vi.fn(async () => kept),
    keep: vi.fn(async (_key: string, _value: string) => {}),
    follow: vi.fn(async (event: typeof onEvent, passage: typeof onPassage) => {
      onEvent = event
      onPassage = passage
    }),
  } satisfies Backend
  lay(kept, backend.keep)
  const room = new Room(backend)
  return {
    room,
    backend,
    content,
    searches,
    hear: async (event: Event) => (onEvent(event), settle()),
    openPassage: async (passage: Passage) => (onPassage(passage), settle()),
    ready: async () => (await room.start(), settle()),
  }
}

/** Lets every promise that can go on go on. */
export const settle = () => new Promise<void>((resolve) => setTimeout(resolve))
