// The folders of a project, made from its documents' paths.
import type { TreeEntry } from '../types/model'

export type Node = {
  /** The path; a folder's ends with a slash. */
  key: string
  label: string
  /** Empty for a document. */
  children: Node[]
  folder: boolean
}

/** A line of the tree as it is shown. Positions are 1-based, as ARIA counts. */
export type Row = { node: Node; level: number; position: number; size: number; expanded: boolean; parent: string | null }

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
const ENTRANCE = /^(_?index|readme)\.[^.]+$/i

/** The tree. It begins where the first choice is: inside the only source, the only folder. */
export function grow(entries: TreeEntry[]): Node[] {
  const root: Node = { key: '', label: '', children: [], folder: true }
  const folders = new Map<string, Node>([['', root]])
  for (const entry of entries) {
    const cut = entry.path.lastIndexOf('/') + 1
    const label = entry.title || entry.path.slice(cut)
    folderAt(folders, entry.path.slice(0, cut)).children.push({ key: entry.path, label, children: [], folder: false })
  }
  for (const folder of folders.values()) folder.children.sort(inOrder)
  let top = root
  for (let only = onlyFolder(top); only; only = onlyFolder(top)) top = only
  return top.children.map(folded)
}

function onlyFolder({ children: [first, second] }: Node): Node | null {
  return first?.folder && !second ? first : null
}

/** Folders that hold nothing but a folder are one line. */
function folded(node: Node): Node {
  const only = onlyFolder(node)
  if (only) return folded({ ...only, label: `${node.label}/${only.label}` })
  return { ...node, children: node.children.map(folded) }
}

function folderAt(folders: Map<string, Node>, key: string): Node {
  const known = folders.get(key)
  if (known) return known
  const cut = key.lastIndexOf('/', key.length - 2) + 1
  const folder: Node = { key, label: key.slice(cut, -1), children: [], folder: true }
  folders.set(key, folder)
  folderAt(folders, key.slice(0, cut)).children.push(folder)
  return folder
}

/** A folder's entrance first, then by file name: what the authors numbered stays in order. */
function inOrder(a: Node, b: Node): number {
  return Number(entrance(b)) - Number(entrance(a)) || byName.compare(name(a), name(b)) || (a.key < b.key ? -1 : 1)
}

const name = (node: Node) => node.key.slice(node.key.lastIndexOf('/', node.key.length - 2) + 1)
const entrance = (node: Node) => !node.folder && ENTRANCE.test(name(node))

/** The lines that are shown when these folders are open. */
export function visible(nodes: Node[], open: ReadonlySet<string>): Row[] {
  const rows: Row[] = []
  const add = (siblings: Node[], level: number, parent: string | null) => {
    siblings.forEach((node, at) => {
      const expanded = node.folder && open.has(node.key)
      rows.push({ node, level, position: at + 1, size: siblings.length, expanded, parent })
      if (expanded) add(node.children, level + 1, node.key)
    })
  }
  add(nodes, 1, null)
  return rows
}

/** The folders that must be open for a path to be seen. */
export function ancestors(path: string): string[] {
  const keys: string[] = []
  for (let cut = path.indexOf('/'); cut >= 0; cut = path.indexOf('/', cut + 1)) {
    if (cut + 1 < path.length) keys.push(path.slice(0, cut + 1))
  }
  return keys
}
