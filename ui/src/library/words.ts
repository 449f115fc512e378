// A project's state in words.
import type { ProjectStatus } from '../types/model'

const numbers = new Intl.NumberFormat('en')
export const count = (n: number, one: string, many = `${one}s`) => `${numbers.format(n)} ${n === 1 ? one : many}`

export type Tone = 'good' | 'busy' | 'bad' | 'idle'
export type State = { tone: Tone; /** A few characters for the row. */ short: string; /** One sentence. */ long: string }

export function state(project: ProjectStatus): State {
  const { phase, done, total } = project.progress
  const pages = count(project.documents, 'page')
  const offline = project.sources.filter((source) => source.offline).map((source) => source.label)
  if (phase === 'failed') return { tone: 'bad', short: 'failed', long: project.error ?? 'The last run failed.' }
  if (phase === 'indexing' && total > 0) {
    const short = `${numbers.format(done)} / ${numbers.format(total)}`
    return { tone: 'busy', short, long: `Indexing: ${numbers.format(done)} of ${count(total, 'page')} done.` }
  }
  if (phase === 'embedding') {
    const long = `${pages} searchable by their words; by meaning: ${numbers.format(done)} of ${numbers.format(total)} done.`
    return { tone: 'busy', short: `${numbers.format(done)} / ${numbers.format(total)}`, long }
  }
  if (phase === 'scanning' || phase === 'indexing') {
    return { tone: 'busy', short: 'looking', long: `Looking for changes; ${pages} searchable.` }
  }
  if (phase === 'waiting') return { tone: 'busy', short: 'waiting', long: 'Waiting to be indexed.' }
  if (offline.length > 0) {
    return { tone: 'idle', short: 'offline', long: `${offline.join(', ')} is not there now; ${pages} are kept.` }
  }
  if (project.watching === 'paused') {
    return { tone: 'idle', short: 'paused', long: `Paused: changes are not looked for; ${pages} searchable.` }
  }
  if (project.documents === 0) return { tone: 'idle', short: 'empty', long: nothing(project) }
  return { tone: 'good', short: numbers.format(project.documents), long: `${pages} searchable.${left(project)}` }
}

function nothing(project: ProjectStatus): string {
  const folders = project.sources.map((source) => `\`${source.label}\``).join(', ')
  const ask = 'Markdown and text files put there are found by themselves.'
  return `No documents${folders === '' ? '' : ` in ${folders}`} yet.${left(project)} ${ask}`
}

function left(project: ProjectStatus): string {
  if (project.notSearchable === 0) return ''
  const failed = project.failed > 0 ? `, ${numbers.format(project.failed)} of them because of an error` : ''
  return ` ${count(project.notSearchable, 'entry', 'entries')} left out${failed}.`
}
