// The room: what is on the screen, and how the engine's hints refresh it.
import { type Backend, type Failure, failure, type Passage } from './backend'
import { Library } from './library/library.svelte'
import { Reader } from './read/reader.svelte'
import { Search } from './search/search.svelte'
import type { Event, Hit } from './types/model'

export type Toast = { id: number; failure: Failure }

export class Room {
  readonly backend: Backend
  readonly library: Library
  readonly search: Search
  readonly reader: Reader
  /** Failures that belong to no place on the screen, oldest first. */
  toasts = $state<Toast[]>([])
  sidebar = $state(true)
  outline = $state(true)
  #toast = 0

  constructor(backend: Backend) {
    this.backend = backend
    const complain = (thrown: unknown) => this.complain(thrown)
    this.library = new Library(backend, complain)
    this.reader = new Reader(backend, complain)
    this.search = new Search(backend, () => this.library.selected, (hit) => this.openHit(hit))
  }

  /** Asks for everything once, then follows the hints. */
  async start() {
    this.library.refresh()
    try {
      await this.backend.follow((event) => this.hear(event), (passage) => this.openPassage(passage))
    } catch (thrown) {
      this.complain(thrown)
    }
  }

  complain(thrown: unknown) {
    this.#toast += 1
    this.toasts = [...this.toasts.slice(-2), { id: this.#toast, failure: failure(thrown) }]
  }

  dismiss(id: number) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
  }

  select(project: string) {
    this.library.select(project)
    this.search.scopeChanged()
  }

  open(project: string, path: string, anchor: string | null = null) {
    this.reader.open({ project, path, anchor, lines: null })
    this.search.close()
  }

  openHit(hit: Hit) {
    this.reader.open({ project: hit.project, path: hit.path, anchor: null, lines: [hit.startLine, hit.endLine] })
    this.search.close()
  }

  openPassage({ project, path, lines }: Passage) {
    this.library.select(project)
    this.reader.open({ project, path, anchor: null, lines })
    this.search.close()
  }

  /** Lets the person choose a folder and turns to the project it became. */
  async addFolder() {
    try {
      const added = await this.backend.addFolder()
      if (added) this.library.refresh(added.project)
    } catch (thrown) {
      this.complain(thrown)
    }
  }

  /** Runs a request that has no answer to show. */
  async request(call: (backend: Backend) => Promise<void>) {
    try {
      await call(this.backend)
    } catch (thrown) {
      this.complain(thrown)
    }
  }

  hear(event: Event) {
    if (event.kind === 'progress') {
      this.library.progressed(event.project, event.progress)
      return
    }
    this.library.refresh()
    if (event.kind === 'changed') {
      this.library.documentsChanged(event.project)
      this.search.documentsChanged(event.project)
      this.reader.documentsChanged(event.project)
    }
  }
}

export function openRoom(backend: Backend): Room {
  const room = new Room(backend)
  void room.start()
  return room
}
