// Every screen of history, board, usage, terminals and settings: readable for everybody, and a picture of it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { ARTEFACTS, check, quiet } from './machine.mjs'
import { begin as found, prepare as withSessions } from './history.mjs'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const DESKTOP = { viewport: { width: 1280, height: 800 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const SECTIONS = ['providers', 'models', 'rules', 'keys', 'roles', 'notices', 'look', 'doors', 'devices', 'doctor']
const READY = ':is(.session-row, .card, .call, .day-chart .bar, .xterm-rows, .settings > :nth-child(2), .ticket h1, .empty)'

let terminal = ''
let ticket = ''

export const prepare = withSessions

export async function begin(machine) {
  await found(machine)
  const write = (title, more) => machine.api('POST', '/api/tickets', { project: machine.project, title, ...more })
  ticket = (await write('Mend the flaky retry', { body: 'The timer starts **before** the request. See `retry.ts`.', priority: 'high', labels: ['net'] })).id
  await write('Write the release notes', { dependsOn: [ticket] })
  const doing = await write('Cache the price list', { kind: 'feature' })
  await machine.api('POST', `/api/tickets/${doing.id}/move`, { column: 'doing' })
  await machine.session('propose a ticket')
  await machine.until('the proposals are there', async () => (await machine.api('GET', '/api/tickets?column=proposed')).tickets.length === 2)
  terminal = (await machine.api('POST', '/api/terminals', { cwd: machine.project })).terminalId
}

const places = () => [
  ['history', '/history'], ['history-found', '/history?q=zebracorn'], ['history-projects', '/history?group=project'], ['board', '/board'], ['ticket', `/t/${ticket}`],
  ['usage', '/usage?range=all'], ['terminal', `/term/${terminal}`], ...SECTIONS.map(one => [`settings-${one}`, `/settings/${one}`]),
]

async function look(machine, name, options, isRead) {
  const page = await machine.signedIn(options)
  const found = []
  for (const [place, address] of places()) {
    await page.goto(machine.origin + address)
    await page.locator(READY).first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-label="Loading"], .skeleton'))
    await page.screenshot({ path: `${ARTEFACTS}/${place}-${name}.png` })
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) found.push(`${place} is wider than the screen`)
    if (!isRead) continue
    await page.evaluate(SOURCE)
    const problems = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }))
    for (const one of problems.violations) found.push(`${place}: ${one.id} ${one.help}: ${one.nodes.map(node => node.html.slice(0, 120)).slice(0, 3).join(' | ')}`)
  }
  check(found.length === 0, found.join('\n'))
  quiet(page)
}

export const journeys = {
  'light on a desk': machine => look(machine, 'light', { ...DESKTOP, colorScheme: 'light' }, true),
  'dark on a desk': machine => look(machine, 'dark', { ...DESKTOP, colorScheme: 'dark' }, true),
  'light on a phone': machine => look(machine, 'phone-light', { ...PHONE, colorScheme: 'light' }, false),
  'dark on a phone': machine => look(machine, 'phone-dark', { ...PHONE, colorScheme: 'dark' }, true),
}
