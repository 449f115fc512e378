// Searching in stages in the real window: what is typed is found before it is whole, each result
// says why it is there when it is asked, and what is doubtful is said in words.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { layDesk, read } from './desk.mjs'
import * as look from './page.mjs'

const axe = new URL('../../ui/node_modules/axe-core/axe.min.js', import.meta.url)
const wick = 'Cut the wick of the lantern straight to four millimetres with sharp scissors, or the flame flickers and soots the glass.\n'
const files = {
  'README.md': '# Lantern\n\nHow to light a lantern. See [trimming](care/trimming.md).\n',
  'care/trimming.md': `# Trimming\n\n## Wick length\n\n${wick}`,
  'care/oil.md': '# Oil\n\nUse clean oil that was kept dry. Old oil gums the wick. See [trimming](trimming.md).\n',
  'old/trimming.txt': wick,
}

const status = () => document.querySelector('.results [role=status]')?.textContent ?? null
const stop = () => document.activeElement?.textContent.trim()

for (const theme of ['light', 'dark']) describe(`search in stages, ${theme}`, () => {
  let desk, page
  before(async () => {
    desk = await layDesk(files, { theme })
    page = await desk.open()
    await page.until(() => document.querySelector('.project .short')?.textContent === '4')
  })
  after(() => desk?.clear())

  async function search(text) {
    await page.press('/')
    await page.press('Escape')
    await page.type('[role=combobox]', text)
    return page.until(look.foundPages, text)
  }

  async function tabTo(name) {
    for (let at = 0; at < 20; at += 1) {
      await page.press('Tab')
      if (await page.run(stop) === name) return
    }
    assert.fail(`Tab did not reach ${name}`)
  }

  const findings = async () => {
    await page.run(`() => { ${readFileSync(axe, 'utf8')} }`)
    return page.runAsync(() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
      violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)))
  }

  test('a heading is found before its word is whole', async () => {
    assert.equal((await search('wick len'))[0], 'Trimming')
    assert.equal(await page.run(() => document.querySelector('.row.chosen .trail').textContent.trim()), 'Wick length')
  })

  test('the same text elsewhere is told, not shown twice', async () => {
    await search('flame flickers and soots')
    const paths = await page.run(() => [...document.querySelectorAll('.group .path')].map((path) => path.textContent.trim()))
    assert.equal(paths.filter((path) => path.includes('trimming')).length, 1, String(paths))
    // Which of the two stands for both is the ranking's choice.
    assert.match(await page.run(() => document.querySelector('.row .aside').textContent), /^The same text: docs\/(care\/trimming\.md|old\/trimming\.txt)$/)
  })

  test('why a result is there is told by a key, and from then on', async () => {
    await search('how long should the wick be cut')
    assert.equal(await page.run(() => document.querySelector('.why')), null)
    await tabTo('Why these')
    await page.press(' ')
    const why = await page.until(() => document.querySelector('.row .why')?.textContent)
    assert.match(why, /\d(st|nd|rd|th) by (words|meaning)/)
    assert.deepEqual(await findings(), [])
    await desk.screenshot('why')
    assert.match(read(`${desk.home}/desk.json`), /"why":"yes"/)
    await page.press(' ')
    await page.until(() => document.querySelector('.why') === null)
  })

  test('nothing near enough is said, and what holds the words is kept', async () => {
    await search('what is the capital of mongolia')
    assert.match(await page.run(status), /^Nothing (found|close enough) in docs/)
    await desk.screenshot('nothing')
    await search('who won the cup final with clean gloves')
    assert.match(await page.run(status), /No page seems to answer this/)
    assert.deepEqual(await findings(), [])
    await desk.screenshot('doubt')
  })
})
