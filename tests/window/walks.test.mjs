// A person's walks through the real window: find, read, follow, go back, see a change, come by a
// link, close.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { layDesk, read, windowProgram } from './desk.mjs'
import * as look from './page.mjs'
import { eventually } from './webdriver.mjs'

const filler = (about) => Array.from({ length: 30 }, (_, at) => `Paragraph ${at} about ${about}.\n`).join('\n')

const files = {
  'README.md': '# Lantern\n\nHow to light a lantern. See [trimming](care/trimming.md#wick-length) and [lost](lost.md).\n',
  'care/trimming.md': `# Trimming\n\n${filler('tools')}\n## Wick length\n\nCut the wick to four millimetres, or the flame flickers.\n\n${filler('oil')}\n## Storage\n\nKeep it dry.\n`,
  'care/glass.md': '# Glass\n\nClean the chimney with paper. More at [the museum](https://example.org/lamps?a=1).\n',
}

for (const theme of ['light', 'dark']) describe(`find and read, ${theme}`, () => {
  let desk, page
  before(async () => {
    desk = await layDesk(files, { theme })
    page = await desk.open()
  })
  after(() => desk?.clear())

  test('the project is listed with its pages', async () => {
    const rows = await page.until(() => {
      const short = document.querySelector('.project .short')?.textContent
      return short === '3' ? [...document.querySelectorAll('[role=treeitem]')].map((row) => row.textContent.trim()) : null
    })
    assert.deepEqual(rows, ['Lantern', 'care'])
    await desk.screenshot('start')
  })

  test('the theme is the desktop\u2019s', async () => {
    assert.equal(await page.run(() => matchMedia('(prefers-color-scheme: dark)').matches), theme === 'dark')
  })

  test('typing finds, Enter opens at the passage', async () => {
    await page.press('/')
    await page.type('[role=combobox]', 'flame flickers')
    const pages = await page.until(look.foundPages, 'flame flickers')
    assert.equal(pages[0], 'Trimming')
    const marks = await page.run(() => [...document.querySelectorAll('.row mark')].map((mark) => mark.textContent))
    assert.ok(marks.length > 0, 'the words are marked')
    await desk.screenshot('results')
    await page.press('Enter')
    await page.until(look.passageInSight)
    const blocks = await page.run(look.marked)
    assert.ok(blocks.some((block) => block.includes('the flame flickers')), `marked: ${blocks}`)
    assert.deepEqual(await page.run(look.outline), ['Trimming', 'Wick length', 'Storage'])
    assert.equal(await page.run(look.current), 'Wick length')
    assert.ok((await page.run(look.scrolled)) > 200)
    await desk.screenshot('page')
  })

  test('a link is followed to its heading, and back restores the scroll', async () => {
    await page.run(() => document.querySelector('[role=treeitem]').click())
    await page.until(look.shownPath)
    await page.until(() => document.title.startsWith('Lantern'))
    assert.equal(await page.run(() => document.querySelector('.reading a[data-missing]')?.textContent), 'lost')
    await page.click('.reading a[data-path]')
    await page.until(() => document.title.startsWith('Trimming'))
    await page.until((wanted) => document.querySelector('.outline [aria-current]')?.textContent.trim() === wanted, 'Wick length')
    const there = await page.run(look.scrolled)
    assert.ok(there > 200, `scrolled to ${there}`)
    await page.press('Alt', 'ArrowLeft')
    await page.until(() => document.title.startsWith('Lantern'))
    await page.press('Alt', 'ArrowRight')
    await page.until(() => document.title.startsWith('Trimming'))
    assert.equal(await page.run(look.scrolled), there)
  })

  test('a web link goes to the browser', async () => {
    await page.press('Control', 'k')
    await page.press('Escape')
    await page.type('[role=combobox]', 'chimney')
    await page.until(look.foundPages, 'chimney')
    await page.press('Enter')
    await page.until(() => document.title.startsWith('Glass'))
    await page.click('.reading a[data-external]')
    await eventually(() => read(desk.opened), 'the browser to be asked')
    assert.equal(read(desk.opened), 'https://example.org/lamps?a=1\n')
  })

  test('the outline leads to a section', async () => {
    await page.run(() => document.querySelector('[aria-label="Previous page"]:enabled, [aria-label="Next page"]:enabled').click())
    await page.until(() => document.title.startsWith('Trimming') || document.title.startsWith('Lantern'))
    await page.press('/')
    await page.press('Escape')
    await page.type('[role=combobox]', 'millimetres')
    await page.until(look.foundPages, 'millimetres')
    await page.press('Enter')
    await page.until(look.passageInSight)
    await page.run(() => [...document.querySelectorAll('.outline button')].at(-1).click())
    await page.until((wanted) => document.querySelector('.outline [aria-current]')?.textContent.trim() === wanted, 'Storage')
  })
})

describe('the open window follows the folder', () => {
  let desk, page
  before(async () => {
    desk = await layDesk(files)
    page = await desk.open()
  })
  after(() => desk?.clear())

  test('a saved word is found by typing, and its row comes by itself', async () => {
    await page.type('[role=combobox]', 'paraffin')
    assert.deepEqual(await page.until(look.foundPages, 'paraffin'), [])
    desk.write('care/oil.md', '# Oil\n\nUse clean paraffin only.\n')
    assert.deepEqual(await page.until(() => {
      const titles = [...document.querySelectorAll('[role=listbox] .title')].map((title) => title.textContent)
      return titles.length > 0 ? titles : null
    }), ['Oil'])
    await page.press('Escape')
    await page.type('[role=combobox]', 'clean paraffin')
    const pages = await page.until(look.foundPages, 'clean paraffin')
    assert.equal(pages[0], 'Oil')
    await page.press('Enter')
    await page.until(() => document.title.startsWith('Oil'))
  })

  test('the page that is read is shown anew', async () => {
    desk.write('care/oil.md', '# Oil\n\nUse clean colza oil from now on.\n')
    await page.until(() => document.querySelector('.reading')?.textContent.includes('colza'))
  })

  test('a page that is deleted says so', async () => {
    rmSync(`${desk.folder}/care/oil.md`)
    await page.until(() => document.querySelector('.failed h1')?.textContent === 'This page is not there')
    await desk.screenshot('gone')
  })
})

describe('one window, and links to it', () => {
  let desk, page
  before(async () => {
    desk = await layDesk(files)
    page = await desk.open({ args: ['docroom://open/docs/docs/care/glass.md#L3-L3'] })
  })
  after(() => desk?.clear())

  test('a link given at the start is opened', async () => {
    await page.until(() => document.title.startsWith('Glass'))
    assert.deepEqual(await page.run(look.marked), ['Clean the chimney with paper. More at the museum.'])
  })

  test('a second start raises the first window at its passage', async () => {
    const second = spawnSync(windowProgram, ['--home', desk.home, 'docroom://open/docs/docs/README.md#L3-L3'], { timeout: 20_000 })
    assert.equal(second.status, 0, String(second.stderr))
    await page.until(() => document.title.startsWith('Lantern'))
    assert.equal(desk.processes('docroom-window').length, 1)
  })

  test('a line it does not know is refused before any window', () => {
    for (const [args, code] of [[['docroom://open/x'], 2], [['--nonsense'], 2], [['--help'], 0]]) {
      assert.equal(spawnSync(windowProgram, args).status, code, String(args))
    }
    const nowhere = spawnSync(windowProgram, ['--home', desk.home], { env: { PATH: process.env.PATH } })
    assert.equal(nowhere.status, 1)
    assert.match(String(nowhere.stderr), /no display/)
  })

  test('closing ends the process and leaves the resident', async () => {
    await desk.resize(900, 620)
    await page.until(() => innerWidth === 900)
    const [resident] = await eventually(() => {
      const running = desk.processes('docroom')
      return running.length > 0 && running
    }, 'the resident to run')
    execFileSync('wmctrl', ['-ic', await desk.windowId()])
    await eventually(() => desk.processes('docroom-window').length === 0, 'the window to end')
    assert.deepEqual(desk.processes('docroom'), [resident])
  })

  test('it opens again as large as it was, at the page that was read', async () => {
    page = await desk.open()
    await page.until(() => document.title.startsWith('Lantern'))
    assert.equal(await page.until(() => document.hasFocus() && innerWidth), 900)
    await desk.screenshot('small')
  })
})

describe('a window on its own', () => {
  let desk, page
  before(async () => {
    desk = await layDesk(files)
    // Without the terminal program beside it there is no resident to start.
    page = await desk.open({ program: desk.lone(windowProgram) })
  })
  after(() => desk?.clear())

  test('keeps the index itself', async () => {
    desk.write('care/oil.md', '# Oil\n\nUse clean paraffin only.\n')
    await page.type('[role=combobox]', 'paraffin')
    await page.until(() => [...document.querySelectorAll('[role=listbox] .title')].some((title) => title.textContent === 'Oil'))
    assert.deepEqual(desk.processes('docroom'), [])
  })
})

describe('a newcomer', () => {
  let desk, page
  before(async () => {
    desk = await layDesk({})
    for (const [path, content] of Object.entries(files)) desk.write(path, content)
    page = await desk.open()
  })
  after(() => desk?.clear())

  test('is asked for a folder, chooses one, and finds in it', async () => {
    await desk.screenshot('empty')
    await page.click('.start button')
    await acceptFolder('Add a folder of documentation')
    await page.until(() => document.querySelector('.project .short')?.textContent === '3')
    await page.type('[role=combobox]', 'chimney')
    assert.deepEqual(await page.until(look.foundPages, 'chimney'), ['Glass'])
    assert.equal(read(`${desk.home}/projects/docs/project.toml`).includes(desk.folder), true)
  })
})

/** GTK's dialog is no page: its button at the lower right is clicked, for the folder it begins in. */
async function acceptFolder(title) {
  const dialog = ['search', '--onlyvisible', '--name', title]
  const tool = (...args) => spawnSync('xdotool', args, { encoding: 'utf8' })
  const isOpen = () => tool(...dialog).status === 0
  await eventually(isOpen, 'the dialog to open')
  // A click that comes before the dialog has listed the folder is lost: it is made until it counts.
  await eventually(() => {
    const [id] = tool(...dialog).stdout.split('\n')
    const size = (name) => Number(tool('getwindowgeometry', '--shell', id).stdout.match(`${name}=(\\d+)`)?.[1])
    tool('mousemove', '--window', id, String(size('WIDTH') - 49), String(size('HEIGHT') - 24), 'click', '1')
    return eventually(() => !isOpen(), 'the dialog to close', 1000)
  }, 'the dialog to take the folder')
}
