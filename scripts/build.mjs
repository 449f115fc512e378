// Builds the window's page and the two programs; what is up to date is left alone.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, say } from './step.mjs'

const ui = join(root, 'ui')

/** Cargo's words for what is built: always the same, so that nothing is built twice. */
export const WORKSPACE = ['--workspace', '--locked']

/** Installs the page's packages where the lock file changed. */
export async function pagePackages() {
  const lock = createHash('sha256').update(readFileSync(join(ui, 'package-lock.json'))).digest('hex')
  const stamp = join(ui, 'node_modules', '.docroom-lock')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  say("Installing the page's packages (npm ci)")
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: ui })
  writeFileSync(stamp, lock)
}

/** Builds the page where its sources are newer than it. */
export async function page() {
  await pagePackages()
  const made = join(ui, 'dist', 'index.html')
  const isReal = existsSync(join(ui, 'dist', 'assets'))
  if (isReal && statSync(made).mtimeMs > newest(ui)) return
  say("Building the window's page")
  await run('npm', ['run', '--silent', 'build'], { cwd: ui })
}

/** Builds `docroom` and `docroom-window`. */
export async function programs() {
  await page()
  say('Building docroom and docroom-window (the first time takes some minutes)')
  await run('cargo', ['build', ...WORKSPACE, '--bins'])
}

/** The time of the newest source file below a folder. */
function newest(folder) {
  let time = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (['node_modules', 'dist'].includes(entry.name)) continue
    const path = join(folder, entry.name)
    time = Math.max(time, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs)
  }
  return time
}
