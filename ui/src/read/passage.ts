// Finding lines and headings in a rendered page. Its blocks carry their first line as `data-line`.

const line = (block: Element) => Number(block.getAttribute('data-line'))

/**
 * The blocks that show these lines (1-based, inclusive), outermost first where all of a block
 * is meant. Where the lines begin inside a block, that block is meant too.
 */
export function passage(root: Element, [first, last]: [number, number]): Element[] {
  const blocks = [...root.querySelectorAll('[data-line]')]
  const inside = blocks.filter((block) => line(block) >= first && line(block) <= last)
  const whole = inside.filter((block) => [...block.querySelectorAll('[data-line]')].every((inner) => line(inner) <= last))
  const found = whole.filter((block) => !whole.some((outer) => outer !== block && outer.contains(block)))
  if (!inside.some((block) => line(block) === first)) {
    const before = blocks.filter((block) => line(block) < first && block.querySelector('[data-line]') === null).at(-1)
    if (before) found.unshift(before)
  }
  return found
}

/**
 * The element a link's fragment names, looked for in the page only. Headings are named in lower
 * case, what the authors named themselves begins with `doc-`.
 */
export function anchored(root: Element, anchor: string): Element | null {
  const named = new Map([...root.querySelectorAll('[id]')].reverse().map((element) => [element.id, element]))
  return named.get(anchor) ?? named.get(anchor.toLowerCase()) ?? named.get(`doc-${anchor}`) ?? null
}

/** The last heading that stands above a height of the screen (pixels): the section being read. */
export function sectionAt(root: Element, anchors: ReadonlySet<string>, height: number): string | null {
  let current: string | null = null
  for (const element of root.querySelectorAll('[id]')) {
    if (!anchors.has(element.id)) continue
    if (element.getBoundingClientRect().top > height) break
    current = element.id
  }
  return current
}
