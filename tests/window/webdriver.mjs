// A small W3C WebDriver client on fetch. It drives the real window through WebKitWebDriver, which
// starts the program itself.

const POLL = 40
/** Longest that one command may take, in milliseconds. */
const CALL = 30_000

export class Driver {
  #base
  #session

  constructor(base) {
    this.#base = base
  }

  async #call(method, path, body) {
    const answer = await fetch(this.#base + path, {
      method,
      headers: { 'content-type': 'application/json' },
      signal: AbortSignal.timeout(CALL),
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
    })
    const { value } = await answer.json()
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }

  /** Starts the program and waits for its window. */
  async start(binary, args) {
    const alwaysMatch = { browserName: 'wry', 'webkitgtk:browserOptions': { binary, args } }
    const { sessionId } = await this.#call('POST', '/session', { capabilities: { alwaysMatch } })
    this.#session = `/session/${sessionId}`
    return this
  }

  /** Ends the session and with it the program; one that is gone already is fine. */
  async quit() {
    await this.#call('DELETE', this.#session).catch(() => {})
  }

  async find(css) {
    const element = await this.#call('POST', `${this.#session}/element`, { using: 'css selector', value: css })
    return Object.values(element)[0]
  }

  async click(css) {
    await this.#call('POST', `${this.#session}/element/${await this.find(css)}/click`)
  }

  async type(css, text) {
    await this.#call('POST', `${this.#session}/element/${await this.find(css)}/value`, { text })
  }

  /** Presses keys where the focus is; held ones (Control, Alt) first. */
  async press(...keys) {
    const codes = keys.map((key) => KEYS[key] ?? key)
    const actions = [
      ...codes.map((value) => ({ type: 'keyDown', value })),
      ...codes.toReversed().map((value) => ({ type: 'keyUp', value })),
    ]
    await this.#call('POST', `${this.#session}/actions`, { actions: [{ type: 'key', id: 'keyboard', actions }] })
  }

  /** Runs a function of the page with plain values. */
  run(code, ...args) {
    return this.#call('POST', `${this.#session}/execute/sync`, { script: `return (${code})(...arguments)`, args })
  }

  /** The same for a function that returns a promise; its rejection is thrown. */
  async runAsync(code, ...args) {
    const script = `const done = arguments[arguments.length - 1]
      Promise.resolve((${code})(...[...arguments].slice(0, -1))).then((value) => done({ value }), (error) => done({ error: String(error?.message ?? error) }))`
    const { value, error } = await this.#call('POST', `${this.#session}/execute/async`, { script, args })
    if (error !== undefined) throw new Error(error)
    return value
  }

  /** Waits until a function of the page gives something true, and returns it. */
  until(code, ...args) {
    return eventually(() => this.run(code, ...args), String(code))
  }
}

const KEYS = { Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C', ArrowUp: '\uE013', ArrowDown: '\uE015', ArrowLeft: '\uE012', ArrowRight: '\uE014', Control: '\uE009', Alt: '\uE00A' }

/** Waits until something is true; fails with what it waited for. */
export async function eventually(look, what = String(look), limit = 20_000) {
  let last
  for (const end = Date.now() + limit; Date.now() < end; ) {
    try {
      const value = await look()
      if (value) return value
      last = undefined
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, POLL))
  }
  throw new Error(`waited in vain for: ${what}`, { cause: last })
}
