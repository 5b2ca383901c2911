// How fast the page is, from a cold browser: `bench/run page`. Prints one line for each figure; fails when one is over its limit.
import { readFileSync } from 'node:fs'
import { check } from './machine.mjs'

const LONG = '00001099-0000-4000-8000-000000000000'
const SESSIONS = Number(process.env.PAGE_SESSIONS ?? 100_000)
const TIMES = 5

export function prepare(machine) {
  const messages = []
  for (let at = 0; at < 5_000; at++) messages.push(['user', `Question ${at}: why?`], ['assistant', `Answer ${at}.\n\n- because of **this**\n- and of \`that\``])
  machine.withSession(LONG, messages)
  for (let at = 1; at < SESSIONS; at++) machine.withSession(`${String(at).padStart(8, '0')}-0000-4000-8000-000000000001`, [['user', `Prompt ${at}`], ['assistant', `Answer ${at}`]])
}

export async function begin(machine) {
  for (;;) {
    const { total, isComplete } = await machine.api('GET', '/api/sessions?limit=1')
    if (isComplete && total >= SESSIONS) return
    await new Promise(resolve => setTimeout(resolve, 1_000))
  }
}

const percentile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * part) / 100))]
const middle = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

function told(name, values, limit, unit = 'ms') {
  const found = middle(values)
  console.log(JSON.stringify({ figure: name, middle: Math.round(found), all: values.map(Math.round), limit, unit, load: readFileSync('/proc/loadavg', 'utf8').split(' ')[0] }))
  return found <= limit
}

/** A browser without anything kept, signed in already: its cookie is all it has. */
async function cold(machine, state) {
  const context = await (await machine.browser()).newContext({ viewport: { width: 1360, height: 860 }, storageState: state })
  context.setDefaultTimeout(120_000)
  return context.newPage()
}

export const journeys = {
  'first paint, and usable, from a cold browser': async machine => {
    const known = await (await machine.signedIn()).context().storageState()
    const cookies = { cookies: known.cookies, origins: [] }
    const [paint, usable] = [[], []]
    for (let time = 0; time < TIMES; time++) {
      const page = await cold(machine, cookies)
      await page.goto(`${machine.origin}/history`, { waitUntil: 'commit' })
      await page.locator('.session-row').first().waitFor()
      usable.push(await page.evaluate(() => performance.now()))
      paint.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime))
      await page.context().close()
    }
    const isFast = [told(`first paint, ${SESSIONS} sessions`, paint, 500), told(`usable, ${SESSIONS} sessions`, usable, 1_000)]
    check(isFast.every(Boolean), 'A figure is over its limit')
  },

  'a session of 10,000 rows': async machine => {
    const page = await machine.signedIn()
    const times = []
    for (let time = 0; time < TIMES; time++) {
      await page.goto(`${machine.origin}/history`)
      await page.locator('.session-row').first().waitFor()
      times.push(await page.evaluate(async ref => {
        const began = performance.now()
        history.pushState(null, '', `/s/${encodeURIComponent(ref)}`)
        while (![...document.querySelectorAll('[data-row]')].some(row => row.textContent.includes('Answer 4999.'))) await new Promise(requestAnimationFrame)
        return performance.now() - began
      }, `claude:${LONG}`))
    }
    check(told('opening a session of 10,000 rows', times, 150), 'It is over its limit')
  },

  'a token on the screen': async machine => {
    const page = await machine.signedIn()
    await page.addInitScript(watchTokens)
    const session = await machine.session('brief')
    await machine.untilIdle(session.id)
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByText('Turn 1, demo-1.').waitFor()
    for (let turn = 2; turn < 2 + TIMES; turn++) {
      await page.getByLabel('Write to Demo agent').fill('slow')
      await page.keyboard.press('Enter')
      await page.waitForFunction(count => window.tokens.ends >= count, turn - 1)
    }
    const { shown, missed } = await page.evaluate(() => window.tokens)
    check(shown.length >= 20, `Only ${shown.length} tokens were seen, which says nothing`)
    check(missed === 0, `${missed} tokens were never on the screen`)
    const isFast = [told('from a token\'s arrival until it is painted', shown.map(one => one.milliseconds), 34), told('frames until it is painted, the slowest of twenty', [percentile(shown.map(one => one.frames), 95)], 2, 'frames')]
    check(isFast.every(Boolean), 'It is over two frames')
  },

  'an idle page': async machine => {
    const page = await machine.signedIn()
    await page.addInitScript(() => {
      window.woken = 0
      const counting = run => (...given) => { window.woken++; if (typeof run === 'function') run(...given) }
      const { setTimeout, setInterval } = window
      window.setTimeout = (run, ...rest) => setTimeout(counting(run), ...rest)
      window.setInterval = (run, ...rest) => setInterval(counting(run), ...rest)
    })
    await page.goto(`${machine.origin}/live`)
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await page.waitForTimeout(5_000)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    await devtools.send('Performance.enable')
    const count = async () => (await devtools.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value * 1000
    const before = await count()
    await page.evaluate(() => { window.woken = 0 })
    await page.waitForTimeout(20_000)
    const isCalm = [
      told('heap of an idle page', [usedSize / 1_048_576], 80, 'MB'),
      told('all memory of its own that the browser has for it', [await ownMemory(machine)], 80, 'MB'),
      told('work of an idle page in 20 s', [(await count()) - before], 100),
      told('timers that woke in 20 s', [await page.evaluate(() => window.woken)], 1, 'times'),
    ]
    check(isCalm.every(Boolean), 'It is over its limit')
  },
}

/** What the process of the page has written, in MB. Read where Linux tells it. */
async function ownMemory(machine) {
  const devtools = await (await machine.browser()).newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  const sizes = processInfo.filter(one => one.type === 'renderer').map(one => {
    const told = readFileSync(`/proc/${one.id}/smaps_rollup`, 'utf8')
    return Number(/^Private_Dirty:\s+(\d+)/m.exec(told)[1]) / 1024
  })
  return Math.max(...sizes)
}

/** In the page: when each token of an answer arrives at the page's own socket, and after which frame its words are on the screen. */
function watchTokens() {
  const waiting = []
  let frame = 0
  const plain = text => text.replace(/[^a-z0-9]/gi, '')
  window.tokens = { shown: [], missed: 0, ends: 0 }
  const said = new Map()
  // Only of this turn: others have the same words.
  const answer = () => {
    const rows = [...document.querySelectorAll('[data-row]')].sort((a, b) => a.dataset.index - b.dataset.index)
    return rows.slice(rows.findLastIndex(row => row.matches('.prompt-row')) + 1).map(row => row.textContent).join('')
  }
  const Original = window.WebSocket
  window.WebSocket = class extends Original {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({ data }) => {
        const at = performance.now()
        const { event } = JSON.parse(data)
        if (event?.type === 'turn.end') window.tokens.ends++
        if (event?.type !== 'message.delta') return
        const before = said.get(event.message.messageId) ?? ''
        const text = before + plain(event.message.content)
        said.set(event.message.messageId, text)
        if (text !== before) waiting.push({ at, frame, tail: text.slice(-40) })
      })
    }
  }
  // A message from within a frame comes when that frame has been painted.
  const painted = new MessageChannel()
  painted.port1.onmessage = () => {
    if (waiting.length === 0) return
    const text = plain(answer())
    while (waiting.length > 0 && text.includes(waiting[0].tail)) {
      const one = waiting.shift()
      window.tokens.shown.push({ milliseconds: performance.now() - one.at, frames: frame - one.frame })
    }
    if (waiting.length > 0 && frame - waiting[0].frame > 600) { waiting.shift(); window.tokens.missed++ }
  }
  const tick = () => {
    frame++
    painted.port2.postMessage(null)
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)
}
