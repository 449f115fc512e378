// Running programs and telling what is done: the words that every script here is made of.
import { spawn, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { dirname, join, resolve } from 'node:path'

/** The folder of the whole tree. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Where cargo builds; said to it, lest a setting in a person's own cargo configuration move it. */
export const target = resolve(root, process.env.CARGO_TARGET_DIR ?? 'target')
process.env.CARGO_TARGET_DIR = target
/** A program of ours, built for daily use. */
export const built = (name) => join(target, 'debug', name)

/** One line about what is done now. */
export const say = (text) => console.log(`\n\x1b[1m› ${text}\x1b[0m`.replace(/\x1b\[\d+m/g, (code) => (process.stdout.isTTY ? code : '')))

/** A reason to stop that the reader can mend; shown without a stack. */
export class Stop extends Error {}

/** Runs a program in the open; its end with another code than 0 is a reason to stop. */
export async function run(program, args, options = {}) {
  const code = await finish(spawn(program, args, { cwd: root, stdio: 'inherit', ...options }), program)
  if (code !== 0) throw new Stop(`\`${[program, ...args].join(' ')}\` ended with code ${code}`)
}

/** Runs a program, shows what it prints, and gives its code and the text. */
export async function watch(program, args, options = {}) {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let text = ''
  for (const [stream, shown] of [[child.stdout, process.stdout], [child.stderr, process.stderr]]) {
    stream.setEncoding('utf8')
    stream.on('data', (piece) => {
      text += piece
      shown.write(piece)
    })
  }
  const code = await finish(child, program)
  return { code, text }
}

/** What a program prints, or undefined when it fails or does not exist. */
export function ask(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], ...options })
  return done.status === 0 ? done.stdout.trim() : undefined
}

/** The body of a script: a reason to stop is told in plain words. */
export async function script(body) {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    console.error(error instanceof Stop ? `\nstopped: ${error.message}` : error)
    process.exitCode = 1
  }
}

function finish(child, program) {
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(new Stop(`\`${program}\` can't be started: ${error.message}`)))
    child.on('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
