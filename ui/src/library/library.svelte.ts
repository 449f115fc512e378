// The projects, the chosen one, and its tree.
import type { Backend } from '../backend'
import * as desk from '../desk'
import { newest } from '../newest'
import type { Progress, ProjectStatus, TreeEntry } from '../types/model'

const KEY = 'project'
/** The app's own guide: chosen only where there is nothing of the person's own. */
const GUIDE = 'user-guide'

export class Library {
  /** Null until the engine has answered for the first time. */
  projects = $state.raw<ProjectStatus[] | null>(null)
  selected = $state<string | null>(null)
  /** The documents of the selected project; null until they are known. */
  entries = $state.raw<TreeEntry[] | null>(null)
  readonly status = $derived(this.projects?.find((project) => project.name === this.selected) ?? null)

  /** The person has added nothing yet. */
  readonly onlyGuide = $derived(this.projects?.every((project) => project.name === GUIDE) ?? false)

  readonly #statuses
  readonly #trees
  /** A project that was asked for before the listing that has it came. */
  #wanted: string | null = null

  readonly #gone: (project: string) => void

  /** `gone` is told of each project that is listed no longer. */
  constructor(backend: Backend, complain: (thrown: unknown) => void, gone: (project: string) => void) {
    this.#gone = gone
    this.#statuses = newest(
      () => backend.status(),
      (projects: ProjectStatus[]) => this.#listed(projects),
      complain,
    )
    this.#trees = newest(
      (project: string) => backend.tree(project),
      (entries: TreeEntry[]) => (this.entries = entries),
      (thrown) => {
        this.entries = []
        complain(thrown)
      },
    )
  }

  /** Asks for all states anew, and turns to a project if one is named. */
  refresh(project: string | null = null) {
    if (project) this.#wanted = project
    this.#statuses.ask(undefined)
  }

  /** Turns to a project as soon as it is listed. */
  turnTo(project: string) {
    if (this.projects?.some((known) => known.name === project)) this.select(project)
    else this.refresh(project)
  }

  select(project: string) {
    this.#wanted = null
    if (this.selected === project) return
    this.selected = project
    this.entries = null
    desk.keep(KEY, project)
    this.#trees.ask(project)
  }

  progressed(project: string, progress: Progress) {
    this.projects = this.projects?.map((one) => (one.name === project ? { ...one, progress } : one)) ?? null
  }

  documentsChanged(project: string) {
    if (project === this.selected) this.#trees.ask(project)
  }

  #listed(projects: ProjectStatus[]) {
    const before = this.projects ?? []
    this.projects = projects
    const has = (name: string | null) => projects.some((project) => project.name === name)
    for (const { name } of before) if (!has(name)) this.#gone(name)
    const wanted = this.#wanted
    if (wanted && has(wanted)) this.select(wanted)
    if (has(this.selected)) return
    const kept = desk.recall(KEY)
    const own = projects.find((project) => project.name !== GUIDE) ?? projects[0]
    const next = has(kept) ? kept : own?.name
    if (next) this.select(next)
    else {
      this.selected = null
      this.entries = null
      this.#trees.forget()
    }
  }
}
