// Rooms: agents at one table, what they say as they say it, paused and there again after a reload.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ARTEFACTS, check, quiet, same } from './machine.mjs'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// The demo agent repeats what it is told, and with it a finding that its instructions name.
const FINDER = '```json {"findings":[{"file":"retry.ts","line":1,"title":"Too many <b id=evil>retries</b>","detail":"**Count** again. <img src=x onerror=window.hacked=1>"}]}```'

const said = (page, who) => page.locator(`.room-message[data-author="${who}"]`)
const stateOf = async (machine, room) => (await machine.api('GET', `/api/rooms/${room}`)).state

async function newAgent(page, name) {
  await page.getByRole('button', { name: 'New agent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New agent' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('CLI').selectOption('demo')
  await dialog.getByLabel('Instructions').fill('You are brief. <img src=x onerror="window.hacked=1">')
  await dialog.getByRole('button', { name: 'Make the agent' }).click()
  await page.getByRole('dialog', { name: 'Make a room' }).getByRole('checkbox', { name: new RegExp(name) }).waitFor()
}

async function readable(page, what) {
  await page.evaluate(SOURCE)
  const problems = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }))
  const found = problems.violations.map(one => `${one.id} ${one.help}: ${one.nodes.map(node => node.html.slice(0, 120)).slice(0, 3).join(' | ')}`)
  check(found.length === 0, `${what}: ${found.join('\n')}`)
}

export const journeys = {
  'two agents answer, the room is paused, and everything is there after a reload': async machine => {
    const page = await machine.signedIn()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.waitForURL(/\/rooms$/)
    await page.getByRole('heading', { name: 'No room yet.' }).waitFor()
    await page.getByRole('button', { name: 'Make a room' }).click()
    await page.getByRole('dialog', { name: 'Make a room' }).waitFor()
    await newAgent(page, 'ada')
    await newAgent(page, 'bob')
    const dialog = page.getByRole('dialog', { name: 'Make a room' })
    await dialog.getByLabel('Name').fill('talk')
    await dialog.getByLabel('Topic').fill('The next release')
    await readable(page, 'a new room')
    await page.screenshot({ path: `${ARTEFACTS}/rooms-new.png` })
    await dialog.getByRole('button', { name: 'Make the room' }).click()
    await page.waitForURL(/\/r\/talk$/)
    // The demo agents repeat each other for ever; one answer of each is enough.
    await machine.api('POST', '/api/rooms/talk', { limits: { rounds: 0 } })
    const field = page.getByLabel('Write in the room')
    await field.pressSequentially('brief, please @a')
    await page.getByRole('option', { name: '@ada' }).waitFor()
    await page.keyboard.press('Enter')
    same(await field.inputValue(), 'brief, please @ada ', 'The name is complete')
    await field.pressSequentially('<b id="evil">now</b>')
    await page.keyboard.press('Enter')
    await said(page, 'you').getByText('brief, please @ada').waitFor()
    await said(page, 'ada').first().waitFor()
    await said(page, 'bob').first().waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await machine.until('the server has paused it', async () => await stateOf(machine, 'talk') === 'paused')
    const session = page.locator('.column-side').getByRole('link', { name: 'Session of ada' })
    await session.waitFor()
    check(/^\/s\/s/.test(await session.getAttribute('href')), 'A member leads to its session')
    await page.reload()
    await said(page, 'you').getByText('brief, please @ada').waitFor()
    await said(page, 'ada').first().waitFor()
    await said(page, 'bob').first().waitFor()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    same(await page.locator('#evil').count(), 0, 'Nothing of a message became an element')
    same(await page.evaluate(() => window.hacked), undefined, 'Nothing ran')
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await readable(page, `a room in ${colorScheme}`)
      await page.screenshot({ path: `${ARTEFACTS}/room-${colorScheme}.png` })
    }
    quiet(page)
  },

  'what a review finds becomes a ticket, and is told to the author': async machine => {
    const git = (...args) => execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], { cwd: machine.project, stdio: 'ignore' })
    git('init')
    git('add', '.')
    git('commit', '-m', 'Begin')
    writeFileSync(join(machine.project, 'retry.ts'), 'export const retries = 300\n')
    const author = await machine.session('brief')
    await machine.untilIdle(author.id)
    await machine.api('POST', '/api/agents/rex', { provider: 'demo', instructions: FINDER })
    await machine.api('POST', '/api/rooms', { name: 'look', mode: 'review', agents: ['rex'] })
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/r/look`)
    await page.getByLabel('What is reviewed').selectOption('session')
    await page.getByLabel('Session', { exact: true }).selectOption(author.id)
    await page.getByRole('button', { name: 'Send' }).click()
    const finding = page.locator('.column-side [data-finding="F1"]')
    await finding.waitFor()
    await finding.locator('summary').click()
    await finding.locator('strong', { hasText: 'Count' }).waitFor()
    await machine.until('the review is over', async () => await stateOf(machine, 'look') === 'idle')
    await page.screenshot({ path: `${ARTEFACTS}/room-findings.png` })
    await finding.getByRole('button', { name: 'Make a ticket' }).waitFor()
    await page.locator('.column-side').getByRole('heading', { name: 'Findings' }).click()
    await page.keyboard.press('f')
    await page.locator('[data-finding="F1"]:focus').waitFor()
    await page.keyboard.press('t')
    await finding.getByRole('link', { name: /^T\d+$/ }).waitFor()
    same((await machine.api('GET', '/api/tickets?column=ready')).tickets.length, 1, 'The ticket is on the board')
    await page.keyboard.press('f')
    await page.keyboard.press('c')
    await finding.getByRole('link', { name: 'The author was told' }).waitFor()
    await machine.untilIdle(author.id)
    same(await page.locator('#evil').count(), 0, 'Nothing of a finding became an element')
    same(await page.evaluate(() => window.hacked), undefined, 'Nothing ran')
    quiet(page)
  },

  'a phone shows the room, its members, and deletes it when asked twice': async machine => {
    await machine.api('POST', '/api/agents/eve', { provider: 'demo', instructions: 'You are brief.' })
    await machine.api('POST', '/api/rooms', { name: 'small', agents: ['eve'], limits: { budgetUsd: 2 } })
    const page = await machine.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.goto(`${machine.origin}/rooms`)
    await page.getByRole('link', { name: /small/ }).click()
    await page.getByText('Nobody has said anything.').waitFor()
    await page.getByRole('button', { name: 'Members and findings' }).click()
    const about = page.getByRole('dialog', { name: 'About this room' })
    await about.locator('[data-member="eve"]').waitFor()
    await about.getByText('budget $2.00').waitFor()
    await about.getByRole('button', { name: 'Change the bounds…' }).click()
    const bounds = page.getByRole('dialog', { name: 'Bounds of the room' })
    await bounds.getByLabel('Budget in dollars').fill('3.5')
    await bounds.getByRole('button', { name: 'Save' }).click()
    await about.getByText('budget $3.50').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/room-phone-about.png` })
    await about.getByRole('button', { name: 'Close' }).click()
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'Nothing is wider than the screen')
    await page.screenshot({ path: `${ARTEFACTS}/room-phone.png` })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByLabel('Write in the room').fill('sleep 300')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('It pauses when the turn that runs is over.').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('eve: A person stopped it.').waitFor()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    same(await stateOf(machine, 'small'), 'paused', 'The pause counts also when the turn was stopped')
    await page.getByRole('button', { name: 'Delete the room' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    await page.waitForURL(/\/rooms$/)
    await machine.until('it is gone', async () => !(await machine.api('GET', '/api/rooms')).some(one => one.name === 'small'))
    await page.goto(`${machine.origin}/r/small`)
    await page.getByRole('alert').waitFor()
    quiet(page)
  },
}
