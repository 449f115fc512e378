// The resident's icon on a real session bus: its menu is read and clicked as a panel does it.
//
//   tests/desktop/run.sh -- node --test tests/desktop/
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'node:test'

const here = import.meta.dirname
const target = process.env.CARGO_TARGET_DIR ?? resolve(here, '../../target')
const docroom = join(target, 'debug', 'docroom')
const LONGEST = 30_000

/** A data folder with one project, and the programs on it. */
async function place(t, environment = process.env) {
  const folder = mkdtempSync(join(tmpdir(), 'docroom-tray.'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const [home, documents] = [join(folder, 'home'), join(folder, 'lamps')]
  for (const made of [home, documents]) mkdirSync(made)
  writeFileSync(join(home, 'docroom.toml'), `user_guide = false\nhttp_port = ${await freePort()}\n`)
  writeFileSync(join(documents, 'a.md'), '# Alpha\n')
  writeFileSync(join(documents, 'b.md'), '# Beta\n')
  const run = (...args) => execFileSync(docroom, ['--home', home, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  run('add', documents)
  const python = (...args) =>
    spawnSync('/usr/bin/python3', [join(here, 'tray_menu.py'), ...args], { encoding: 'utf8', env: environment })
  return {
    documents,
    json: (...args) => JSON.parse(run('--json', ...args)),
    /** Starts the resident; it is killed with the test. */
    resident(...args) {
      const child = spawn(docroom, ['--home', home, ...args, 'tray'], { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
      t.after(() => child.kill('SIGKILL'))
      return child
    },
    /** The menu, once there is one that fits. */
    menu: (fits = () => true) =>
      eventually('a menu', () => {
        const { status, stdout } = python('menu')
        const menu = status === 0 ? JSON.parse(stdout) : undefined
        return menu && fits(menu) ? menu : undefined
      }),
    click(label) {
      const { status, stderr } = python('click', label)
      assert.equal(status, 0, stderr)
    },
  }
}

async function eventually(what, ask) {
  for (const end = Date.now() + LONGEST; Date.now() < end; await pause(50)) {
    const answer = await ask()
    if (answer) return answer
  }
  throw new Error(`never came: ${what}`)
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}

const labels = (menu) => menu.map((entry) => entry.label)
const paused = (menu) => menu.find((entry) => entry.label === 'Pause watching').checked

test('the menu tells the state, pauses, and quits', async (t) => {
  const at = await place(t)
  const resident = at.resident()
  const ended = once(resident, 'exit')
  const menu = await at.menu((menu) => labels(menu).includes('lamps: 2 documents'))
  assert.deepEqual(labels(menu), ['Open Docroom', 'lamps: 2 documents', 'Pause watching', 'Quit'])
  assert.deepEqual(menu.map((entry) => entry.enabled), [true, false, true, true])

  writeFileSync(join(at.documents, 'c.md'), '# Gamma\n')
  await at.menu((menu) => labels(menu).includes('lamps: 3 documents'))

  for (const state of [true, false]) {
    at.click('Pause watching')
    await at.menu((menu) => paused(menu) === state)
    await eventually(`paused: ${state}`, () => (at.json('status').projects[0].watching === 'paused') === state)
  }

  at.click('Quit')
  assert.deepEqual(await ended, [0, null])
  assert.equal(at.json('status').keeper.running, false)
})

test('the window opens from the menu and outlives nothing but itself', async (t) => {
  const at = await place(t)
  const resident = at.resident()
  await at.menu()
  at.click('Open Docroom')
  const windows = () => execFileSync('wmctrl', ['-l'], { encoding: 'utf8' })
  await eventually('a window', () => /Docroom/.test(windows()))
  execFileSync('wmctrl', ['-c', 'Docroom'])
  await eventually('no window', () => !/Docroom/.test(windows()))
  assert.equal(resident.exitCode, null, 'the resident stays')
})

test('the icon comes when a tray comes', async (t) => {
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--nopidfile', '--print-address'], { stdio: ['ignore', 'pipe', 'ignore'] })
  t.after(() => bus.kill())
  const [address] = await once(bus.stdout.setEncoding('utf8'), 'data')
  const environment = { ...process.env, DBUS_SESSION_BUS_ADDRESS: address.trim() }
  const at = await place(t, environment)
  const resident = at.resident('--verbose')
  let said = ''
  resident.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  await eventually('an icon that no tray shows', () => said.includes('the icon is offered'))

  const startHost = () => spawn('/usr/bin/python3', [join(here, 'tray_host.py'), join(at.documents, '..', 'ready')], { env: environment, stdio: 'ignore' })
  const first = startHost()
  await at.menu()
  // A panel that crashes and comes back finds it again.
  first.kill('SIGKILL')
  await once(first, 'exit')
  const second = startHost()
  t.after(() => second.kill())
  await at.menu()
})
