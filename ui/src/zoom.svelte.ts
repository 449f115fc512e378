// The size of everything: all measures are made of the root's font size.

import * as desk from './desk'

const KEY = 'zoom'
/** Per cent. */
const STEPS = [70, 80, 90, 100, 110, 125, 150, 175, 200, 250, 300]
const USUAL = 100

export class Zoom {
  /** Per cent of the usual size. */
  percent = $state(USUAL)
  /** Called before the size changes, while everything still stands where it is read. */
  before: (() => void) | null = null

  constructor() {
    const kept = Number(desk.recall(KEY))
    if (STEPS.includes(kept)) this.percent = kept
  }

  larger() {
    this.#set(STEPS.find((step) => step > this.percent))
  }

  smaller() {
    this.#set(STEPS.findLast((step) => step < this.percent))
  }

  usual() {
    this.#set(USUAL)
  }

  #set(percent: number | undefined) {
    if (percent === undefined) return
    this.before?.()
    this.percent = percent
    desk.keep(KEY, String(percent))
  }
}
