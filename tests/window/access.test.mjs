// Access for all: axe finds nothing on any screen, everything is reached by keyboard and shows
// it, and neither a narrow window nor large letters lose anything.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { layDesk } from './desk.mjs'
import * as look from './page.mjs'

const axe = new URL('../../ui/node_modules/axe-core/axe.min.js', import.meta.url)
const row = (word) => `|${Array.from({ length: 14 }, (_, at) => ` ${word} number ${at} `).join('|')}|\n`
const section = (at) => `## Section ${at}\n\nWords of section ${at}, and [a way back](README.md).\n\n`

const files = {
  'README.md': '# Lantern\n\nHow to light it. See [wide](wide.md), [lost](lost.md).\n\n![The flame](none.png) ![badge](https://example.org/badge.svg)\n\n- [x] lit\n- [ ] out\n\n> [!WARNING]\n> It is hot.\n',
  'wide.md': `# Wide\n\n${row('head')}${'|---'.repeat(14)}|\n${row('cell')}\n\`\`\`sh\n${'light --all '.repeat(40)}\n\`\`\`\n`,
  'parts/long.md': `# Long\n\n${Array.from({ length: 40 }, (_, at) => section(at)).join('')}`,
  'parts/عربي.md': '# مصباح\n\nكيف تضيء `lamp` المصباح.\n',
}

for (const theme of ['light', 'dark']) describe(`access, ${theme}`, () => {
  let desk, page
  before(async () => {
    assert.ok(existsSync(axe), `${axe.pathname} is missing: npm ci in ui`)
    desk = await layDesk(files, { theme })
    page = await desk.open()
    await page.until(() => document.querySelector('.project .short')?.textContent === '4')
  })
  after(() => desk?.clear())

  async function findings() {
    await page.run(`() => { ${readFileSync(axe, 'utf8')} }`)
    return page.runAsync(() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map((node) => node.html).join(' ')}`)))
  }

  async function open(text, title) {
    await page.press('Control', 'k')
    await page.type('[role=combobox]', text)
    await page.until(look.foundPages, text)
    await page.press('Enter')
    await page.until((wanted) => document.title.startsWith(wanted), title)
  }

  test('the start', async () => {
    assert.deepEqual(await findings(), [])
  })

  for (const [text, title] of [['lantern', 'Lantern'], ['cell number', 'Wide'], ['section 12', 'Long'], ['المصباح', 'مصباح']]) {
    test(`the page ${title}`, async () => {
      await open(text, title)
      assert.deepEqual(await findings(), [])
    })
  }

  test('the results, and none', async () => {
    for (const text of ['section', 'zzyzx']) {
      await page.press('Control', 'k')
      await page.type('[role=combobox]', text)
      await page.until(look.foundPages, text)
      assert.deepEqual(await findings(), [], text)
    }
    await page.press('Escape')
    await page.press('Escape')
  })

  test('a missing page', async () => {
    await open('lantern', 'Lantern')
    desk.write('gone.md', '# Gone\n')
    await page.until(() => [...document.querySelectorAll('[role=treeitem]')].some((line) => line.textContent.trim() === 'Gone'))
    await page.run(() => [...document.querySelectorAll('[role=treeitem]')].find((line) => line.textContent.trim() === 'Gone').click())
    await page.until(() => document.title.startsWith('Gone'))
    desk.remove('gone.md')
    await page.until(() => document.querySelector('.failed'))
    assert.deepEqual(await findings(), [])
  })

  test('Tab reaches everything, and each stop is seen', async () => {
    await open('cell number', 'Wide')
    const stops = []
    for (let at = 0; at < 40; at += 1) {
      await page.press('Tab')
      stops.push(await page.run(() => {
        const stop = document.activeElement
        const name = stop.getAttribute('aria-label') ?? (stop.matches('table, pre, [role=treeitem]') ? stop.getAttribute('role') ?? stop.localName : stop.textContent.trim())
        const around = getComputedStyle(stop.closest('[role=search]') ?? stop)
        return { name, seen: stop.matches(':focus-visible') && (getComputedStyle(stop).outlineStyle === 'solid' || around.boxShadow !== 'none') }
      }))
      if (stops.length > 1 && stops.at(-1).name === stops[0].name) break
    }
    const names = stops.map(({ name }) => name)
    for (const wanted of ['Add a folder', 'Pause watching', 'treeitem', 'Search the documentation', 'Where to search', 'Outline', 'table', 'pre']) {
      assert.ok(names.includes(wanted), `${wanted} in ${names.join(', ')}`)
    }
    assert.deepEqual(stops.filter(({ seen }) => !seen).map(({ name }) => name).filter((name) => name !== ''), [])
  })

  test('letters of twice the size lose nothing', async () => {
    await open('section 12', 'Long')
    for (let at = 0; at < 5; at += 1) await page.press('Control', '=')
    await page.until(() => document.documentElement.style.fontSize === '200%')
    await page.until(look.passageInSight)
    assert.deepEqual(await page.run(look.beyondTheEdge), [])
    await page.run(() => document.querySelector('button[aria-label=Outline]').click())
    await page.until(() => document.querySelector('.outline.over'))
    assert.deepEqual(await findings(), [])
    await desk.screenshot('large')
    await page.press('Escape')
    await page.until(() => !document.querySelector('.outline'))
  })

  test('with 320 pixels of width the panes lie over the page', async () => {
    await desk.resize(640, 520)
    await page.until(() => innerWidth === 640 && !document.querySelector('.library'))
    assert.deepEqual(await page.run(look.beyondTheEdge), [])
    await page.run(() => document.querySelector('button[aria-label=Projects]').click())
    await page.until(() => document.querySelector('.library.over'))
    assert.deepEqual(await findings(), [])
    await desk.screenshot('narrow')
    await page.press('Escape')
    await page.press('Control', '0')
    await page.until(() => !document.querySelector('.library.over'))
  })
})
