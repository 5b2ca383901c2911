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
    const session = await machine.session('slow')
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByText('Hello from the').waitFor()
    const frames = await page.evaluate(async () => {
      // From a change of the text to the frame in which it is painted; the socket's own message is seen by a second one.
      const arrived = []
      const shown = []
      const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/ws`)
      await new Promise(resolve => { socket.onopen = resolve })
      socket.onmessage = event => { if (event.data.includes('"message.delta"')) arrived.push(performance.now()) }
      socket.send(JSON.stringify({ type: 'session.follow', sessionId: location.pathname.split('/')[2], after: 1_000_000, requestId: 'bench' }))
      const watch = new MutationObserver(() => requestAnimationFrame(() => shown.push(performance.now())))
      watch.observe(document.querySelector('.transcript'), { subtree: true, childList: true, characterData: true })
      await new Promise(resolve => setTimeout(resolve, 3_000))
      watch.disconnect()
      socket.close()
      return arrived.map(at => shown.find(time => time >= at) - at).filter(Number.isFinite)
    })
    if (frames.length > 0) check(told('from a token\'s arrival to the frame that shows it', frames, 34), 'It is over two frames')
  },

  'an idle page': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/live`)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    await devtools.send('Performance.enable')
    const count = async () => (await devtools.send('Performance.getMetrics')).metrics.find(one => one.name === 'TaskDuration').value * 1000
    const before = await count()
    await page.waitForTimeout(20_000)
    const isCalm = [told('heap of an idle page', [usedSize / 1_048_576], 80, 'MB'), told('work of an idle page in 20 s', [(await count()) - before], 100)]
    check(isCalm.every(Boolean), 'It is over its limit')
  },
}
