// `npm test`: installs what the tests need, builds once, and runs every test there is.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { WORKSPACE, programs } from './build.mjs'
import { PACKAGES, TEST_PACKAGES, packages, toolchain } from './needs.mjs'
import { Stop, ask, root, run, say, script, target, watch } from './step.mjs'
import { SUITES, sum } from './totals.mjs'

await script(async () => {
  const results = []
  try {
    await everything(results)
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    console.error(`\nstopped: ${error.message}`)
    results.push({ name: 'Making ready', code: 1, passed: 0, failed: 0 })
  }
  return sum(results)
})

async function everything(results) {
  toolchain()
  await packages({ ...PACKAGES, ...TEST_PACKAGES })
  const python = await clientPython()
  await programs()
  // Nothing of the caller's own library may be seen or touched.
  const env = { ...process.env, DOCROOM_PYTHON: python, RUST_BACKTRACE: '1', NO_COLOR: '1', INSTA_UPDATE: 'no' }
  delete env.DOCROOM_HOME
  delete env.FORCE_COLOR

  const suite = async (name, kind, program, args, options = {}) => {
    say(name)
    const { code, text } = await watch(program, args, { env, ...options })
    results.push({ name, code, ...SUITES[kind](text) })
  }
  await suite('The page', 'vitest', 'npm', ['run', '--silent', 'test'], { cwd: join(root, 'ui') })
  await (ask('cargo', ['nextest', '--version']) === undefined
    ? suite('Rust', 'cargo', 'cargo', ['test', ...WORKSPACE, '--no-fail-fast'])
    : suite('Rust', 'nextest', 'cargo', ['nextest', 'run', ...WORKSPACE, '--no-fail-fast']))
  if (process.platform === 'linux') {
    const desktop = join(root, 'tests', 'desktop', 'run.sh')
    for (const [name, folder] of [['The real tray', 'desktop'], ['The real window', 'window']]) {
      const files = testFiles(join(root, 'tests', folder))
      if (files.length > 0) {
        await suite(name, 'node', desktop, ['--', process.execPath, '--test', '--test-concurrency=1', ...files])
      }
    }
  }
}

function testFiles(folder) {
  if (!existsSync(folder)) return []
  const names = readdirSync(folder).filter((name) => name.endsWith('.test.mjs'))
  return names.sort().map((name) => join(folder, name))
}

/** A Python with the official client, made once for a list of requirements. */
async function clientPython() {
  const list = join(root, 'tests', 'clients', 'requirements.txt')
  if (!existsSync(list)) return ''
  const wanted = createHash('sha256').update(readFileSync(list)).digest('hex')
  const folder = join(target, 'python-client')
  const [python, stamp] = [join(folder, 'bin', 'python'), join(folder, '.requirements')]
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return python
  say('Making a Python with the official client of the Model Context Protocol')
  rmSync(folder, { recursive: true, force: true })
  await run('/usr/bin/python3', ['-m', 'venv', folder])
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '-r', list])
  writeFileSync(stamp, wanted)
  return python
}
