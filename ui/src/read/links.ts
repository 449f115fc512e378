// What a click on a link of a page does: open inside, scroll, or leave for the browser.
import type { Room } from '../state.svelte'
import type { Page } from '../types/model'

export function followLink(event: MouseEvent, room: Room, page: Page) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link) return
  event.preventDefault()
  const { path, anchor, missing, external } = link.dataset
  const address = link.getAttribute('href') ?? ''
  if (missing !== undefined) return
  if (path) room.open(page.project, path, anchor || null)
  else if (anchor) room.open(page.project, page.path, anchor)
  else if (external !== undefined || /^(https?|mailto):/i.test(address)) {
    void room.request((backend) => backend.openExternal(address))
  }
}
