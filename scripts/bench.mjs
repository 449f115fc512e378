// `npm run bench`: measures a release build beside its yardsticks and prints a Markdown table.
//
//   DOCROOM_CORPORA=FOLDER npm run bench [-- --idle SECONDS]
//
// FOLDER holds `medium/kubernetes`, the documentation that is measured on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { toolchain } from './needs.mjs'
import { Stop, root, run, say, script, target } from './step.mjs'

await script(async () => {
  const corpus = join(process.env.DOCROOM_CORPORA ?? '', 'medium', 'kubernetes')
  if (!existsSync(corpus)) throw new Stop(`no \`${corpus}\`: DOCROOM_CORPORA must name the folder that holds medium/kubernetes`)
  toolchain()
  say('Building for release: docroom and the yardsticks')
  await run('cargo', ['build', '--release', '--locked', '-p', 'docroom-cli'])
  await run('cargo', ['build', '--release', '--locked', '-p', 'docroom-index', '--example', 'raw'])
  const programs = join(target, 'release')
  const hello = join(programs, 'hello')
  await run('rustc', ['-O', '--edition', '2024', '-o', hello, join(root, 'scripts', 'bench', 'hello.rs')])
  say('Measuring (about three minutes)')
  const measure = join(root, 'scripts', 'bench', 'measure.py')
  const words = ['--docroom', join(programs, 'docroom'), '--raw', join(programs, 'examples', 'raw'), '--hello', hello]
  await run('python3', [measure, ...words, '--corpus', corpus, ...process.argv.slice(2)])
})
