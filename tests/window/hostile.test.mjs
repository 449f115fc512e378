// Documents are hostile input: what one may contain runs nothing, fetches nothing, calls nothing.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { layDesk } from './desk.mjs'

/** A red dot of 2 × 2 pixels. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8DwHwwYYAwAUe4G+uJkcJ4AAAAASUVORK5CYII=', 'base64')

const page = (remote) => `# Bait

![dot](pictures/red%20dot.png) ![tracker](${remote}/markdown.png)

<script>window.broken = 'script'</script>
<img src="x" onerror="window.broken = 'onerror'">
<img src="${remote}/html.png">
<svg onload="window.broken = 'svg'"><script>window.broken = 'svg script'</script></svg>
<iframe srcdoc="<script>parent.broken = 'frame'</script>"></iframe>
<form action="${remote}/form"><button id="send">send</button></form>
<link rel="stylesheet" href="${remote}/style.css"><style>body { display: none }</style>
<meta http-equiv="refresh" content="0; url=${remote}/refresh">
<base href="${remote}/">
<a id="code" href="javascript:window.broken='link'">code</a>
<a id="command" href="ipc://localhost/add_folder">command</a>
<p id="styled" style="position: fixed; inset: 0; background: url(${remote}/css.png)">over everything</p>

[outside the folder](../../../../../../etc/passwd)
![outside the folder](../../../../../../etc/passwd)

The last words.
`

describe('a hostile document', () => {
  const asked = []
  const server = createServer((request, answer) => {
    asked.push(request.url)
    answer.end()
  })
  let desk, window
  before(async () => {
    await new Promise((listening) => server.listen(0, '127.0.0.1', listening))
    const remote = `http://127.0.0.1:${server.address().port}`
    desk = await layDesk({ 'bait.md': page(remote), 'pictures/red dot.png': png })
    window = await desk.open()
    await window.until(() => document.querySelector('[role=treeitem]'))
    await window.click('[role=treeitem]')
    await window.until(() => document.querySelector('.reading')?.textContent.includes('The last words.'))
  })
  after(async () => {
    await desk?.clear()
    server.close()
  })

  test('its local image is shown', async () => {
    const width = await window.until(() => document.querySelector('.reading img[src^="docimg:"]')?.naturalWidth)
    assert.equal(width, 2)
    await desk.screenshot('hostile')
  })

  test('nothing of it can run', async () => {
    const left = await window.run(() => {
      const article = document.querySelector('.reading')
      const active = [...article.querySelectorAll('script, svg, iframe, form, link, style, meta, base, object, embed')]
      const handlers = [...article.querySelectorAll('*')].flatMap((element) => [...element.attributes].map((a) => a.name)).filter((name) => name.startsWith('on') || name === 'style')
      return { active: active.map((element) => element.outerHTML), handlers }
    })
    assert.deepEqual(left, { active: [], handlers: [] })
    await window.run(() => {
      for (const link of document.querySelectorAll('.reading a:not([data-path], [data-external])')) link.click()
    })
    assert.equal(await window.run(() => window.broken ?? null), null)
    assert.equal(await window.run(() => location.host + location.hash), 'localhost')
  })

  test('nothing remote is asked for', () => {
    assert.deepEqual(asked, [])
  })

  test('were it to run, the policy would stop it', async () => {
    const stopped = await window.runAsync(async (remote) => {
      const blocked = []
      document.addEventListener('securitypolicyviolation', (event) => blocked.push(event.effectiveDirective))
      const inline = document.createElement('script')
      inline.textContent = "window.broken = 'inline'"
      document.body.append(inline)
      const picture = new Image()
      await new Promise((done) => {
        picture.onerror = done
        picture.src = `${remote}/picture.png`
      })
      await fetch(`${remote}/fetch`).catch(() => {})
      const evaluated = await Promise.resolve().then(() => (0, Function)('return 1')()).catch(() => 'stopped')
      inline.remove()
      return { blocked, evaluated, broken: window.broken ?? null }
    }, `http://127.0.0.1:${server.address().port}`)
    for (const directive of ['script-src-elem', 'img-src', 'connect-src']) {
      assert.ok(stopped.blocked.includes(directive), `${directive} in ${stopped.blocked}`)
    }
    assert.deepEqual([stopped.evaluated, stopped.broken, asked], ['stopped', null, []])
  })

  test('the page may call our commands only', async () => {
    const call = (command, args = {}) => window.runAsync((name, given) => window.__TAURI_INTERNALS__.invoke(name, given), command, args)
    assert.equal((await call('status')).length, 1)
    for (const command of ['plugin:dialog|open', 'plugin:window-state|save_window_state', 'plugin:event|listen', 'plugin:window|close', 'plugin:webview|create_webview_window', 'plugin:path|resolve_directory']) {
      await assert.rejects(call(command), /not allowed|not found/, command)
    }
    await assert.rejects(call('open_external', { address: 'file:///etc/passwd' }), /no web or mail address/)
    assert.equal(await window.run(() => typeof window.__TAURI__), 'undefined')
  })

  test('the image scheme shows images of projects only', async () => {
    const load = (address) => window.runAsync((src) => new Promise((done) => {
      const image = new Image()
      image.onload = () => done('loaded')
      image.onerror = () => done('refused')
      image.src = src
    }), address)
    assert.equal(await load('docimg://localhost/docs/docs/pictures/red%20dot.png'), 'loaded')
    for (const path of ['docs/docs/bait.md', 'docs/docs/..%2F..%2Fx.png', 'nothing/docs/pictures/red%20dot.png', 'docs/docs/none.png']) {
      assert.equal(await load(`docimg://localhost/${path}`), 'refused', path)
    }
  })
})
