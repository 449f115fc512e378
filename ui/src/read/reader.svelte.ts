// The page that is read, and the way to it.
import { type Backend, type Failure, failure } from '../backend'
import { newest } from '../newest'
import * as last from './last'
import type { Page } from '../types/model'
import { canStep, empty, goOn, here, type Place, samePage, step, type Trail, type Visit } from './trail'

/** Where to scroll once the page stands there: each object is acted on once. */
export type Arrival = { visit: Visit; restore: boolean }

export class Reader {
  page = $state.raw<Page | null>(null)
  failure = $state.raw<Failure | null>(null)
  arrival = $state.raw<Arrival | null>(null)
  /** A page is on its way. */
  loading = $state(false)
  /** The page of the last time is on its way. */
  restoring = $state(false)
  /** Anchor of the section that is being read. */
  current = $state<string | null>(null)
  #trail = $state.raw<Trail>(empty)
  readonly visit = $derived(here(this.#trail))
  readonly canGoBack = $derived(canStep(this.#trail, -1))
  readonly canGoForward = $derived(canStep(this.#trail, 1))

  readonly #backend: Pick<Backend, 'page'>
  readonly #pages
  readonly #reloads

  constructor(backend: Pick<Backend, 'page'>, complain: (thrown: unknown) => void) {
    this.#backend = backend
    const ask = (arrival: Arrival) => backend.page(arrival.visit.project, arrival.visit.path)
    this.#pages = newest(
      ask,
      (page: Page, arrival) => {
        this.loading = false
        this.page = page
        this.failure = null
        this.#arrive(arrival)
      },
      (thrown) => {
        this.loading = false
        this.page = null
        this.failure = failure(thrown)
      },
    )
    this.#reloads = newest(
      ask,
      (page: Page, arrival) => {
        if (!samePage(arrival.visit, this.visit)) return
        const cameBack = !samePage(this.page, arrival.visit)
        this.page = page
        this.failure = null
        if (cameBack) this.#arrive(arrival)
      },
      (thrown, arrival) => {
        if (!samePage(arrival.visit, this.visit)) return
        // A document that is gone is said in its place; anything else leaves the page as it was.
        if (failure(thrown).code === 'not_found') {
          this.page = null
          this.failure = failure(thrown)
        } else complain(thrown)
      },
    )
  }

  open(place: Place) {
    this.#go(goOn(this.#trail, place), false)
  }

  /** Opens a page as it was left, unless it is gone or something else was opened meanwhile. */
  async restore(visit: Visit) {
    if (this.visit) return
    this.restoring = true
    try {
      await this.#backend.page(visit.project, visit.path)
      if (!this.visit) this.#go(goOn(this.#trail, visit), true)
    } catch {
      // Nobody asked for this page now: the start stands in its place.
    }
    this.restoring = false
  }

  back() {
    if (this.canGoBack) this.#go(step(this.#trail, -1), true)
  }

  forward() {
    if (this.canGoForward) this.#go(step(this.#trail, 1), true)
  }

  /** Loads the page anew where it is. */
  reload() {
    if (this.visit) this.#reloads.ask({ visit: this.visit, restore: true })
  }

  documentsChanged(project: string) {
    if (this.visit?.project === project) this.reload()
  }

  /** How far the page is scrolled now, so that coming back finds it there. */
  scrolled(pixels: number) {
    if (!this.visit) return
    this.visit.scroll = pixels
    last.keepPlace(this.visit)
  }

  #go(trail: Trail, restore: boolean) {
    this.#trail = trail
    const visit = this.visit
    if (!visit) return
    const arrival = { visit, restore }
    this.loading = !samePage(this.page, visit)
    if (!this.loading) {
      this.#pages.forget()
      this.#arrive(arrival)
    } else this.#pages.ask(arrival)
  }

  #arrive(arrival: Arrival) {
    this.current = null
    this.arrival = arrival
    last.keep(arrival.visit)
  }
}
