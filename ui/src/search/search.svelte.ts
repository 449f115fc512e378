// The search box and what came of it.
import { type Backend, type Failure, failure } from '../backend'
import { type Asker, newest } from '../newest'
import type { Hit, SearchAnswer, SearchQuery } from '../types/model'
import { groups } from './group'

/** Excerpts asked for: the most an answer has. */
const LIMIT = 20
/** How long the rows of an older text stay while the answer to the new one is on its way, in
 *  milliseconds: rows that vanish and come back with every keystroke can't be looked at. */
const CALM = 150

export class Search {
  text = $state('')
  /** Every project instead of the selected one. */
  everywhere = $state(false)
  /** The results are in sight. */
  shown = $state(false)
  /** The answer to the text in the box or, where `older` says so, to the text before. */
  answer = $state.raw<SearchAnswer | null>(null)
  /** What is shown answers an older text; the newer answer is on its way. */
  older = $state(false)
  failure = $state.raw<Failure | null>(null)
  /** The row that Enter opens once it answers the text in the box. */
  chosen = $state(0)
  readonly groups = $derived(groups(this.answer?.results ?? []))
  /** All rows in the order they are shown. */
  readonly rows = $derived(this.groups.flatMap((group) => group.hits))

  readonly #asker: Asker<SearchQuery>
  readonly #selected: () => string | null
  readonly #open: (hit: Hit) => void
  /** Enter was pressed before the answer came. */
  #impatient = false
  #patience: ReturnType<typeof setTimeout> | undefined

  constructor(backend: Pick<Backend, 'search'>, selected: () => string | null, open: (hit: Hit) => void) {
    this.#selected = selected
    this.#open = open
    this.#asker = newest(
      (query: SearchQuery) => backend.search(query),
      (answer: SearchAnswer) => this.#answered(answer),
      (thrown) => {
        this.#settled()
        this.failure = failure(thrown)
        this.answer = null
      },
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
    if (this.current) this.chosen = Math.max(0, Math.min(this.rows.length - 1, this.chosen + by))
  }

  /** Opens the chosen row, or the first one as soon as the answer is there; asks again what failed. */
  enter() {
    const hit = this.rows[this.chosen]
    if (this.failure) this.#anew()
    else if (!this.current) this.#impatient = this.#query !== ''
    else if (hit) this.#open(hit)
  }

  openRow(hit: Hit) {
    this.chosen = Math.max(0, this.rows.indexOf(hit))
    this.#open(hit)
  }

  #anew() {
    clearTimeout(this.#patience)
    this.older = this.answer !== null && this.#query !== ''
    if (this.older) this.#patience = setTimeout(() => this.#drop(), CALM)
    else this.#drop()
    this.failure = null
    this.chosen = 0
    this.#impatient = false
    this.#asker.forget()
    this.#ask()
  }

  #drop() {
    this.#settled()
    this.answer = null
  }

  #settled() {
    clearTimeout(this.#patience)
    this.older = false
  }

  #ask() {
    if (this.#query === '') return
    const project = this.everywhere ? null : this.#selected()
    this.#asker.ask({ query: this.#query, limit: LIMIT, ...(project === null ? {} : { project }) })
  }

  #answered(answer: SearchAnswer) {
    // The same question asked again may have moved the row that was chosen.
    const before = this.current ? this.rows[this.chosen] : undefined
    this.#settled()
    this.failure = null
    this.answer = answer
    const same = this.rows.findIndex((hit) => hit.uri === before?.uri && hit.startLine === before.startLine)
    this.chosen = Math.max(0, before ? same : 0)
    if (this.#impatient) {
      this.#impatient = false
      this.enter()
    }
  }
}
