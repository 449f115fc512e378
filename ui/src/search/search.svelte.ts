// The search box and what came of it.
import { type Backend, type Failure, failure } from '../backend'
import { type Asker, newest } from '../newest'
import type { Hit, SearchAnswer, SearchQuery } from '../types/model'
import { groups } from './group'

/** Excerpts asked for: the most an answer has. */
const LIMIT = 20

export class Search {
  text = $state('')
  /** Every project instead of the selected one. */
  everywhere = $state(false)
  /** The results are in sight. */
  shown = $state(false)
  /** Always the answer to the text in the box; null while that is on its way. */
  answer = $state.raw<SearchAnswer | null>(null)
  failure = $state.raw<Failure | null>(null)
  /** The row that Enter opens. */
  chosen = $state(0)
  readonly groups = $derived(groups(this.answer?.results ?? []))
  /** All rows in the order they are shown. */
  readonly rows = $derived(this.groups.flatMap((group) => group.hits))

  readonly #asker: Asker<SearchQuery>
  readonly #selected: () => string | null
  readonly #open: (hit: Hit) => void
  /** Enter was pressed before the answer came. */
  #impatient = false

  constructor(backend: Pick<Backend, 'search'>, selected: () => string | null, open: (hit: Hit) => void) {
    this.#selected = selected
    this.#open = open
    this.#asker = newest(
      (query: SearchQuery) => backend.search(query),
      (answer: SearchAnswer) => this.#answered(answer),
      (thrown) => {
        this.failure = failure(thrown)
        this.answer = null
      },
    )
  }

  get #query(): string {
    return this.text.trim()
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
    if (this.everywhere || project === this.#selected()) this.#ask()
  }

  show() {
    this.shown = this.#query !== ''
  }

  close() {
    this.shown = false
  }

  clear() {
    this.type('')
  }

  move(by: number) {
    this.chosen = Math.max(0, Math.min(this.rows.length - 1, this.chosen + by))
  }

  /** Opens the chosen row, or the first one as soon as the answer is there. */
  enter() {
    const hit = this.rows[this.chosen]
    if (hit) this.#open(hit)
    else this.#impatient = this.answer === null && this.#query !== ''
  }

  openRow(hit: Hit) {
    this.chosen = Math.max(0, this.rows.indexOf(hit))
    this.#open(hit)
  }

  #anew() {
    this.answer = null
    this.failure = null
    this.chosen = 0
    this.#impatient = false
    this.#asker.forget()
    this.#ask()
  }

  #ask() {
    if (this.#query === '') return
    const project = this.everywhere ? null : this.#selected()
    this.#asker.ask({ query: this.#query, limit: LIMIT, ...(project === null ? {} : { project }) })
  }

  #answered(answer: SearchAnswer) {
    const before = this.rows[this.chosen]
    this.failure = null
    this.answer = answer
    // The same question asked again may have moved the row that was chosen.
    const same = this.rows.findIndex((hit) => hit.uri === before?.uri && hit.startLine === before.startLine)
    this.chosen = Math.max(0, before ? same : 0)
    if (this.#impatient) {
      this.#impatient = false
      this.enter()
    }
  }
}
