// `npm run eval`: how well the search finds. Always on the user guide, with questions of our own; with
// DOCROOM_CORPORA (a folder of collections, or of their .tar.zst) and DOCROOM_SHARED (holds eval/dev.jsonl)
// set, on those as well. Words after `--` go to `docroom eval`: `npm run eval -- --misses`.
import { existsSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { toolchain } from './needs.mjs'
import { built, root, run, say, script, target } from './step.mjs'

await script(async () => {
  toolchain()
  say('Building docroom')
  await run('cargo', ['build', '--locked', '-p', 'docroom-cli'])
  // Kept between runs, and the same that the tests use: what did not change is not indexed again.
  const home = join(target, 'tmp', 'eval')
  mkdirSync(home, { recursive: true })
  const docroom = (...words) => run(built('docroom'), ['--home', home, ...words])
  const more = process.argv.slice(2)

  say('The user guide')
  await docroom('index', '--quiet')
  await docroom('eval', join(root, 'projects', 'user-guide', 'eval.jsonl'), '--project', 'user-guide', ...more)

  const { DOCROOM_CORPORA: corpora, DOCROOM_SHARED: shared } = process.env
  const questions = shared && resolve(shared, 'eval', 'dev.jsonl')
  if (corpora && questions && existsSync(questions)) {
    say('The collections (the first time they are indexed, which takes some minutes)')
    await docroom('eval', questions, '--corpora', resolve(corpora), ...more)
  } else {
    say('The collections: skipped. DOCROOM_CORPORA must name the folder that holds them, DOCROOM_SHARED the one that holds eval/dev.jsonl')
  }

  say('Whether that is as good as it has to be')
  await run('cargo', ['test', '--locked', '-p', 'docroom-tests', '--test', 'cases', 'eval::', '--', '--nocapture'])
})
