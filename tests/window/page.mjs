// What the tests look at in the page. Each function runs inside the window.

/** Titles of the pages found, in order, once the answer to this very text is there. */
export const foundPages = (text) => {
  const box = document.querySelector('[role=combobox]')
  const list = document.querySelector('[role=listbox]')
  if (box.value !== text || list?.getAttribute('aria-busy') !== 'false') return null
  return [...list.querySelectorAll('.title')].map((title) => title.textContent)
}

export const shownPath = () => document.querySelector('.where .trail')?.textContent ?? null

export const pageText = () => document.querySelector('.reading')?.textContent ?? ''

export const marked = () => [...document.querySelectorAll('.reading .passage')].map((block) => block.textContent.trim())

export const outline = () => [...document.querySelectorAll('.outline li')].map((line) => line.textContent.trim())

export const current = () => document.querySelector('.outline [aria-current]')?.textContent.trim() ?? null

export const scrolled = () => document.querySelector('.view')?.scrollTop ?? null

/** What reaches past the right edge of the window and can't be scrolled to. */
export const beyondTheEdge = () => [...document.querySelectorAll('body *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && getComputedStyle(element).visibility !== 'hidden')
  .filter((element) => !element.closest('pre, table, .unseen'))
  .map((element) => `${element.localName}.${element.getAttribute('class')}`)

/** Whether the first marked block is inside what the page shows. */
export const passageInSight = () => {
  const view = document.querySelector('.view')?.getBoundingClientRect()
  const block = document.querySelector('.reading .passage')?.getBoundingClientRect()
  return Boolean(view && block && block.top >= view.top && block.top < view.bottom)
}
