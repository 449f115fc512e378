// `npm run check [-- --install]`: format, lints, types, licences. With --install also gets cargo-deny.
import { page } from './build.mjs'
import { PACKAGES, packages, toolchain } from './needs.mjs'
import { ask, run, say, script } from './step.mjs'
import { join } from 'node:path'
import { root } from './step.mjs'

await script(async () => {
  toolchain()
  await packages(PACKAGES)
  say('Format')
  await run('cargo', ['fmt', '--all', '--check'])
  await page()
  say("The page's types")
  await run('npm', ['run', '--silent', 'check'], { cwd: join(root, 'ui') })
  say('Lints')
  await run('cargo', ['clippy', '--workspace', '--locked', '--all-targets', '--', '-D', 'warnings'])
  say('Types of the window are those of crates/model')
  await run('cargo', ['test', '--locked', '-p', 'docroom-model', 'types_are_current'])
  await licences()
  say('All in order.')
})

async function licences() {
  say('Licences and sources of what we depend on')
  if (ask('cargo', ['deny', '--version']) === undefined) {
    if (!process.argv.includes('--install')) {
      console.log('left out: cargo-deny is not installed (`npm run check -- --install` builds it, some minutes)')
      return
    }
    await run('cargo', ['install', 'cargo-deny', '--locked'])
  }
  await run('cargo', ['deny', '--log-level', 'error', 'check', 'licenses', 'bans', 'sources'])
}
