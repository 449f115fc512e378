// `npm run types`: writes the window's types anew from crates/model.
import { run, script } from './step.mjs'

await script(() =>
  run('cargo', ['test', '--locked', '-p', 'docroom-model', 'types_are_current'], {
    env: { ...process.env, UPDATE_TYPES: '1' },
  }),
)
