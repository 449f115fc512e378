// What a window test sits at: a data folder and a folder of documents of its own, the two real
// programs, and a WebDriver that starts the window. Run under tests/desktop/run.sh.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { Driver, eventually } from './webdriver.mjs'

const root = resolve(import.meta.dirname, '../..')
const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target')
const programs = join(target, 'debug')
const screenshots = join(target, 'screenshots')
export const windowProgram = join(programs, 'docroom-window')
const terminalProgram = join(programs, 'docroom')

/** Sets the desk up: `files` by their path in the folder, added as the project `docs`. */
export async function layDesk(files, { theme = 'light' } = {}) {
  for (const program of [windowProgram, terminalProgram]) {
    if (!existsSync(program)) throw new Error(`${program} is missing: cargo build -p docroom-cli -p docroom-window`)
  }
  if (!process.env.DISPLAY) throw new Error('no display: run it as tests/desktop/run.sh -- node --test tests/window/')
  const place = mkdtempSync(join(tmpdir(), 'docroom-window.'))
  const desk = new Desk(place, theme)
  mkdirSync(desk.home)
  writeFileSync(join(desk.home, 'docroom.toml'), 'user_guide = false\n')
  for (const [path, content] of Object.entries(files)) desk.write(path, content)
  try {
    if (Object.keys(files).length > 0) desk.docroom('add', desk.folder)
    await desk.startDriver()
    return desk
  } catch (error) {
    await desk.clear()
    throw error
  }
}

class Desk {
  #service
  #base
  #driver

  constructor(place, theme) {
    this.place = place
    this.theme = theme
    this.home = join(place, 'home')
    this.folder = join(place, 'docs')
    /** What the browser was asked to open lands here. */
    this.opened = join(place, 'opened')
  }

  write(path, content) {
    const file = join(this.folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }

  remove(path) {
    rmSync(join(this.folder, path))
  }

  /** Makes the window as large as this, in pixels. */
  async resize(width, height) {
    execFileSync('wmctrl', ['-ir', await this.windowId(), '-e', `0,40,40,${width},${height}`])
  }

  /** The program at a place where it stands alone. */
  lone(program) {
    const copy = join(this.place, 'alone', basename(program))
    mkdirSync(dirname(copy))
    copyFileSync(program, copy)
    return copy
  }

  docroom(...args) {
    return execFileSync(terminalProgram, ['--home', this.home, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  }

  async startDriver() {
    const programs = join(this.place, 'bin')
    mkdirSync(programs)
    const browser = join(programs, 'xdg-open')
    writeFileSync(browser, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${this.opened}'\n`)
    chmodSync(browser, 0o755)
    const port = await freePort()
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}`, TAURI_WEBVIEW_AUTOMATION: 'true' }
    if (this.theme === 'dark') env.GTK_THEME = 'Adwaita:dark'
    mkdirSync(this.folder, { recursive: true })
    // Folder dialogs of the window begin in its working folder.
    this.#service = spawn('WebKitWebDriver', [`--port=${port}`], { env, cwd: this.folder, stdio: 'ignore' })
    this.#base = `http://127.0.0.1:${port}`
    await eventually(() => fetch(`${this.#base}/status`).then((answer) => answer.ok), 'WebKitWebDriver to answer')
  }

  /** Opens the window and waits until it knows its projects. */
  async open({ program = windowProgram, args = [] } = {}) {
    await this.#driver?.quit()
    this.#driver = await new Driver(this.#base).start(program, ['--home', this.home, ...args])
    await this.#driver.until(() => document.querySelector('.library') !== null && document.querySelector('.start h1, .page, .reading, .failed') !== null)
    return this.#driver
  }

  /** The window as the window manager lists it, by its process; the page may be there before that. */
  windowId() {
    return eventually(() => {
      const [id] = this.processes('docroom-window')
      const lines = execFileSync('wmctrl', ['-lp'], { encoding: 'utf8' }).split('\n').map((line) => line.split(/\s+/))
      return lines.find((fields) => fields[2] === String(id))?.[0]
    }, 'the window manager to list the window')
  }

  /** A picture of the window as the person sees it, once what was asked for is painted. */
  async screenshot(name) {
    await this.#driver.runAsync(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(painted, 100)))))
    mkdirSync(screenshots, { recursive: true })
    execFileSync('import', ['-window', await this.windowId(), join(screenshots, `${name}-${this.theme}.png`)])
  }

  /** Our processes by the data folder they were started with. */
  processes(program) {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((id) => {
        const [first = '', ...args] = read(`/proc/${id}/cmdline`).split('\0')
        return first.endsWith(`/${program}`) && args.includes(this.home)
      })
      .map(Number)
  }

  /** Clears the desk: ends the window, the resident and the driver, and removes the folders. */
  async clear() {
    await this.#driver?.quit()
    for (const id of [...this.processes('docroom-window'), ...this.processes('docroom')]) end(id)
    await eventually(() => this.processes('docroom').length + this.processes('docroom-window').length === 0, 'our processes to end')
    this.#service?.kill()
    rmSync(this.place, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

/** Asks a process to end; it may just have ended by itself. */
function end(id) {
  try {
    process.kill(id, 'SIGTERM')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}

/** The text of a file; empty where it is gone. */
export function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
