// The panes beside the page. Where the window is too narrow for both, a pane lies over the page,
// closed until it is asked for, and gives way to what is opened from it.

export class Pane {
  /** There is no room for it beside the page. */
  narrow = $state(false)
  #beside = $state(true)
  #over = $state(false)

  get shown(): boolean {
    return this.narrow ? this.#over : this.#beside
  }

  /** It lies over the page now. */
  get over(): boolean {
    return this.narrow && this.#over
  }

  toggle() {
    if (this.narrow) this.#over = !this.#over
    else this.#beside = !this.#beside
  }

  giveWay() {
    this.#over = false
  }
}
