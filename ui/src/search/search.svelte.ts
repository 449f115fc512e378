// The search box and what came of it. A question is asked in stages, each slower and better than
// the one before: titles and headings, then words, then words and meaning together.
import { type Backend, type Failure, failure } from '../backend'
import * as desk from '../desk'
import { type Asker, newest } from '../newest'
import type { Hit, Retrieval, SearchAnswer, SearchQuery } from '../types/model'
import { groups } from './group'
import { below, pageOf, renewed, rowOf, sameRows } from './merge'

/** With the number of excerpts asked for: what fits a glance, then the most an answer has. */
const STAGES: { retrieval: Retrieval; limit: number }[] = [
  { retrieval: 'titles', limit: 8 },
  { retrieval: 'lexical', limit: 20 },
  { retrieval: 'hybrid', limit: 20 },
]
const LAST = STAGES.length - 1
/** How long the rows of an older text stay while the answer to the new one is on its way, in
 *  milliseconds: rows that vanish and come back with every keystroke can't be looked at. */
const CALM = 150
/** After so long somebody may be reading the rows, or about to press Enter: from then on the last
 *  stage does not set them anew, in milliseconds. */
const LOOKED_AT = 400
const KEY = 'why'

export class Search {
  text = $state('')
  /** Every project instead of the selected one. */
  everywhere = $state(false)
  /** The results are in sight. */
  shown = $state(false)
  /** The newest answer to the text in the box or, where `older` says so, to the text before. */
  answer = $state.raw<SearchAnswer | null>(null)
  /** What is shown answers an older text; the newer answer is on its way. */
  older = $state(false)
  /** The last stage has answered the text in the box. */
  complete = $state(false)
  failure = $state.raw<Failure | null>(null)
  /** The row that Enter opens once it answers the text in the box. */
  chosen = $state(0)
  /** Each row says why it is there. */
  explained = $state(desk.recall(KEY) === 'yes')
  #hits = $state.raw<Hit[]>([])
  readonly groups = $derived(groups(this.#hits))
  /** All rows in the order they are shown. */
  readonly rows = $derived(this.groups.flatMap((group) => group.hits))
  /** The rows keep an order that is not the best one, because somebody may be reading them. */
  readonly unsorted = $derived(this.complete && this.answer?.status === 'results' && !sameRows(this.#hits, this.answer.results))

  readonly #askers: Asker<SearchQuery>[]
  readonly #selected: () => string | null
  readonly #open: (hit: Hit) => void
  /** Enter was pressed before any row came. */
  #impatient = false
  /** Rows were chosen, pointed at or scrolled, or stood long enough to be read. */
  #held = false
  /** The stage of what is shown; before the first one -1. */
  #stage = -1
  #pointer = ''
  #patience: ReturnType<typeof setTimeout> | undefined
  #reading: ReturnType<typeof setTimeout> | undefined

  constructor(backend: Pick<Backend, 'search'>, selected: () => string | null, open: (hit: Hit) => void) {
    this.#selected = selected
    this.#open = open
    this.#askers = STAGES.map(({ retrieval, limit }, stage) =>
      newest(
        (query: SearchQuery) => backend.search({ ...query, limit }, retrieval),
        (answer: SearchAnswer, query) => this.#answered(answer, query, stage),
        (thrown) => this.#failed(thrown),
      ),
    )
  }

  get #query(): string {
    return this.text.trim()
  }

  /** What is shown answers the text in the box. */
  get current(): boolean {
    return this.answer !== null && !this.older
  }

  /** The text in the box changed: what stood there answers another question. */
  type(text: string) {
    const before = this.#query
    this.text = text
    this.shown = this.#query !== ''
    if (this.#query !== before) this.#anew()
  }

  setEverywhere(everywhere: boolean) {
    if (everywhere === this.everywhere) return
    this.everywhere = everywhere
    this.#anew()
  }

  /** Another project was selected. */
  scopeChanged() {
    if (!this.everywhere) this.#anew()
  }

  documentsChanged(project: string) {
    if (this.everywhere || project === this.#selected()) this.#ask(this.complete ? LAST : 0)
  }

  /** Nobody looked meanwhile: the rows may come back in their best order. */
  show() {
    if (!this.shown) this.sort()
    this.shown = this.#query !== ''
  }

  close() {
    this.shown = false
  }

  clear() {
    this.type('')
  }

  explain(explained: boolean) {
    this.explained = explained
    desk.keep(KEY, explained ? 'yes' : 'no')
  }

  /** Puts the best rows first; the chosen one stays chosen. */
  sort() {
    if (this.unsorted) this.#set(this.answer?.results ?? [])
  }

  move(by: number) {
    if (!this.current) return
    this.#held = true
    this.chosen = Math.max(0, Math.min(this.rows.length - 1, this.chosen + by))
  }

  /** The rows were scrolled, so that they are being read. */
  scroll() {
    if (this.current) this.#held = true
  }

  /** The pointer is over the rows, at this place of the screen. Where it only rests, and the rows
   *  came to lie under it, nobody points at anything. */
  point(x: number, y: number) {
    const place = `${x} ${y}`
    if (this.#pointer !== '' && this.#pointer !== place) this.scroll()
    this.#pointer = place
  }

  /** Opens the chosen row; where there is none yet, the first one of the last stage's answer, since
   *  nobody has chosen among others. Asks again what failed. */
  enter() {
    const hit = this.rows[this.chosen]
    if (this.failure) this.#anew()
    else if (this.current && hit) this.#open(hit)
    else if (!this.complete) this.#impatient = this.#query !== ''
  }

  openRow(hit: Hit) {
    this.chosen = Math.max(0, this.rows.indexOf(hit))
    this.#held = true
    this.#open(hit)
  }

  #anew() {
    clearTimeout(this.#patience)
    clearTimeout(this.#reading)
    this.older = this.answer !== null && this.#query !== ''
    if (this.older) this.#patience = setTimeout(() => this.#drop(), CALM)
    else this.#drop()
    this.failure = null
    this.chosen = 0
    this.complete = false
    this.#impatient = false
    this.#held = false
    this.#stage = -1
    for (const asker of this.#askers) asker.forget()
    this.#ask(0)
  }

  #drop() {
    this.#settled()
    this.answer = null
    this.#hits = []
  }

  #settled() {
    clearTimeout(this.#patience)
    this.older = false
  }

  /** Asks from this stage on. The first two are asked at once, the last one when words answered. */
  #ask(from: number) {
    if (this.#query === '') return
    const project = this.everywhere ? null : this.#selected()
    const query = { query: this.#query, ...(project === null ? {} : { project }) }
    if (from === LAST) this.#askers[LAST]?.ask(query)
    else for (const asker of this.#askers.slice(from, LAST)) asker.ask(query)
  }

  #answered(answer: SearchAnswer, query: SearchQuery, stage: number) {
    if (stage === LAST - 1) this.#askers[LAST]?.ask(query)
    const again = this.complete
    if (stage < this.#stage) return
    // An early stage that finds nothing says nothing: what stands there may stay its moment.
    if (stage < LAST && answer.results.length === 0) return
    const before = this.current ? this.#hits : []
    this.#settled()
    this.failure = null
    this.#stage = stage
    this.answer = answer
    this.complete = stage === LAST
    this.#set(this.#merged(before, answer, again))
    if (before.length === 0 && this.#hits.length > 0) this.#reading = setTimeout(() => (this.#held = true), LOOKED_AT)
    if (this.#impatient && this.complete) {
      this.#impatient = false
      this.enter()
    }
  }

  #merged(before: Hit[], { status, results }: SearchAnswer, again: boolean): Hit[] {
    if (again) return this.#held ? renewed(before, results) : results
    // What the last stage finds too far away was found by words: the person decides about it.
    const sets = this.complete && !this.#held && status !== 'below_floor'
    return sets ? results : below(before, results)
  }

  /** Shows these rows. The row that was chosen stays chosen, where somebody chose it. */
  #set(hits: Hit[]) {
    const chosen = this.#held ? this.rows[this.chosen] : undefined
    this.#hits = hits.map((hit, at) => ({ ...hit, rank: at + 1 }))
    if (!chosen) return
    const same = this.rows.findIndex((hit) => rowOf(hit) === rowOf(chosen))
    this.chosen = Math.max(0, same >= 0 ? same : this.rows.findIndex((hit) => pageOf(hit) === pageOf(chosen)))
  }

  #failed(thrown: unknown) {
    for (const asker of this.#askers) asker.forget()
    this.#drop()
    this.failure = failure(thrown)
  }
}
