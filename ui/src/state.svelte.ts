// The room: what is on the screen, and how the engine's hints refresh it.
import { type Backend, type Failure, failure, type Passage } from './backend'
import { Library } from './library/library.svelte'
import { Pane } from './panes.svelte'
import * as last from './read/last'
import { Reader } from './read/reader.svelte'
import type { Place } from './read/trail'
import { Search } from './search/search.svelte'
import type { Event, Hit } from './types/model'
import { Zoom } from './zoom.svelte'

export type Toast = { id: number; failure: Failure }

export class Room {
  readonly backend: Backend
  readonly library: Library
  readonly search: Search
  readonly reader: Reader
  /** Failures that belong to no place on the screen, oldest first. */
  toasts = $state<Toast[]>([])
  readonly sidebar = new Pane()
  readonly outline = new Pane()
  readonly zoom = new Zoom()
  #toast = 0

  constructor(backend: Backend) {
    this.backend = backend
    const complain = (thrown: unknown) => this.complain(thrown)
    this.library = new Library(backend, complain, (project) => this.reader.documentsChanged(project))
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
    const left = last.page()
    if (left) await this.reader.restore(left)
  }

  /** Says a failure once, however often it comes while it is still in sight. */
  complain(thrown: unknown) {
    const said = failure(thrown)
    if (this.toasts.some((toast) => toast.failure.message === said.message)) return
    this.#toast += 1
    this.toasts = [...this.toasts.slice(-2), { id: this.#toast, failure: said }]
  }

  dismiss(id: number) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
  }

  select(project: string) {
    this.library.select(project)
    this.search.scopeChanged()
  }

  open(project: string, path: string, anchor: string | null = null) {
    this.#goTo({ project, path, anchor, lines: null })
  }

  openHit(hit: Hit) {
    this.#goTo({ project: hit.project, path: hit.path, anchor: null, lines: [hit.startLine, hit.endLine] })
  }

  openPassage({ project, path, lines }: Passage) {
    this.library.turnTo(project)
    this.#goTo({ project, path, anchor: null, lines })
  }

  back() {
    this.#turnToPage()
    this.reader.back()
  }

  forward() {
    this.#turnToPage()
    this.reader.forward()
  }

  #goTo(place: Place) {
    this.#turnToPage()
    this.reader.open(place)
  }

  /** Nothing lies over the page. */
  #turnToPage() {
    this.search.close()
    this.sidebar.giveWay()
    this.outline.giveWay()
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
