// `npm start [-- FOLDER…]`: from a fresh clone to an open app, with the folders indexed.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { programs } from './build.mjs'
import { PACKAGES, packages, toolchain } from './needs.mjs'
import { Stop, ask, built, run, say, script } from './step.mjs'

const docroom = built('docroom')
const first = `${docroom} search "getting started" --project user-guide`

await script(async () => {
  // npm runs scripts in the package's folder; relative folders are meant from where it was called.
  const folders = process.argv.slice(2).map((folder) => resolve(process.env.INIT_CWD ?? '.', folder))
  for (const folder of folders) if (!existsSync(folder)) throw new Stop(`the folder \`${folder}\` does not exist`)
  toolchain()
  await packages(PACKAGES)
  await programs()

  say('Indexing the user guide and what else there is')
  await run(docroom, ['index'])
  for (const folder of folders) {
    say(`Indexing ${folder}`)
    await run(docroom, ['add', folder])
  }
  await (hasDisplay() ? openApp() : serve())
})

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

async function openApp() {
  say('Starting the resident (docroom tray) and opening the window')
  spawn(docroom, ['tray'], { detached: true, stdio: 'ignore' }).unref()
  await run(docroom, ['show'])
  console.log(`In the terminal: ${first}`)
}

async function serve() {
  say('There is no display here, so no window is opened: agents and the terminal are served instead.')
  console.log(`Try in another terminal:\n  ${first}\n`)
  if (await isServing()) {
    console.log('A Docroom process serves already; nothing more to start.')
    return
  }
  // Ctrl-C is the server's to answer; this process ends when it has.
  process.on('SIGINT', () => {})
  await run(docroom, ['serve'])
}

/** Whether a process serves this library already; one that serves another's may hold the port. */
async function isServing() {
  const checks = JSON.parse(ask(docroom, ['doctor', '--json']) ?? '{"checks":[]}').checks
  if (!checks.some((check) => check.name === 'keeper' && check.verdict === 'good')) return false
  const port = ask(docroom, ['settings', 'http_port'])
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`)
    return (await answer.text()).toLowerCase().includes('docroom')
  } catch {
    return false
  }
}
