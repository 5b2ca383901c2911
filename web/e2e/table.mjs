// The whole path of a room, from making it to the ticket that comes of it, and through the end of Parley.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ARTEFACTS, check, quiet, same } from './machine.mjs'
import { Model } from './model.mjs'

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNk+M9AEmAcVTCqYVQDAH5jAR9v0nR3AAAAAElFTkSuQmCC'
const DIFF = '--- a/retry.ts\n+++ b/retry.ts\n@@ -1 +1 @@\n-export const retries = 3\n+export const retries = 300'
const FOUND = '```json\n{"findings":[{"file":"retry.ts","line":1,"severity":"high","title":"Three hundred retries hold a request for minutes","detail":"Each waits a second. **Five** are enough."}]}\n```'

let model

const said = (page, who) => page.locator(`.room-message[data-author="${who}"]`)
const member = (page, who) => page.locator(`.column-side [data-member="${who}"]`)
const timesAsked = (who, text) => model.asked.filter(one => one.who === who && lastOfPeople(one.text).includes(text)).length

function lastOfPeople(text) {
  return [...text.matchAll(/\(person\):[^\n]*\n((?: {2}[^\n]*\n?)*)/g)].at(-1)?.[1] ?? ''
}

function mind(who, text) {
  if (text.includes('findings of all reviewers')) {
    const verdict = who === 'pia' ? { id: 'F1', verdict: 'dispute', reason: 'The caller cancels after ten seconds.' } : { id: 'F1', verdict: 'confirm', reason: 'I measured it.' }
    return `\`\`\`json\n${JSON.stringify({ verdicts: [verdict] })}\n\`\`\``
  }
  if (text.includes('Review what was given')) return who === 'sol' ? `I looked at every caller.\n\n${FOUND}` : '{"findings":[]}'
  if (text.includes('The review is done')) return '**F1** is disputed: sol has measured minutes, pia says that the caller cancels. Decide whether callers without a limit exist.'
  const question = lastOfPeople(text)
  if (question.includes('look at this') && who === 'sol') return ['It is a plan of the ', 'release: ', model.gate('look').passed, 'first the tables, then the service.\n\n- Tables\n- Service']
  if (question.includes('take your time') && who === 'pia') return ['I would begin ', model.gate('time').passed, 'with the tables.']
  if (question.includes('take your time') && who === 'sol') return 'And I with the service, since its tests tell whether the tables are right.'
  if (question.includes('spend')) return `${who} has spent it on 3 words.`
  if (question.includes('survive') && who === 'pia') return 'I have said this before the end, and say it once.'
  if (question.includes('survive') && who === 'sol') return ['Half of ', model.gate('survive').passed, 'it was lost, the whole is here.']
  return 'PASS'
}

async function readable(page, what) {
  await page.evaluate(SOURCE)
  const problems = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }))
  const found = problems.violations.map(one => `${one.id} ${one.help}: ${one.nodes.map(node => node.html.slice(0, 120)).slice(0, 3).join(' | ')}`)
  check(found.length === 0, `${what}: ${found.join('\n')}`)
}

export async function prepare(machine) {
  model = await new Model(mind).start()
  writeFileSync(join(machine.directory, 'parley/config/config.json'), JSON.stringify({ apis: { house: { url: model.url, models: ['house-model'] } } }))
  const git = (...args) => execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org', ...args], { cwd: machine.project, stdio: 'ignore' })
  git('init')
  git('add', '.')
  git('commit', '-m', 'Begin')
}

async function newAgent(page, name, fill) {
  await page.getByRole('button', { name: 'New agent…' }).click()
  const dialog = page.getByRole('dialog', { name: 'New agent' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await fill(dialog)
  await dialog.getByRole('button', { name: 'Make the agent' }).click()
  await page.getByRole('dialog', { name: 'Make a room' }).getByRole('checkbox', { name: new RegExp(name) }).waitFor()
}

async function bounds(page, values) {
  await page.locator('.column-side').getByRole('button', { name: 'Change the bounds…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bounds of the room' })
  for (const [label, value] of Object.entries(values)) await dialog.getByLabel(label).fill(value)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function send(page, text) {
  await page.getByLabel('Write in the room').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  await said(page, 'you').last().getByText(text).waitFor()
}

const idle = (machine, room) => machine.until(`${room} is idle`, async () => (await machine.api('GET', `/api/rooms/${room}`)).state === 'idle')

async function pictures(machine, address, name) {
  for (const [size, options] of [['desk', {}], ['phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    const page = await machine.signedIn(options)
    await page.goto(machine.origin + address)
    await page.locator('.room-message').first().waitFor()
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `${ARTEFACTS}/${name}-${size}-${colorScheme}.png` })
      await readable(page, `${name} on a ${size} in ${colorScheme}`)
    }
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, `Nothing of ${name} is wider than a ${size}`)
    await page.context().close()
  }
}

export const journeys = {
  'a room from a ready-made file': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/rooms`)
    await page.getByRole('button', { name: 'Make a room' }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a room' })
    await dialog.getByLabel('From').selectOption('planning')
    await dialog.getByLabel('Who answers').selectOption('demo')
    await page.screenshot({ path: `${ARTEFACTS}/table-ready-made.png` })
    await dialog.getByRole('button', { name: 'Make the room' }).click()
    await page.waitForURL(/\/r\/planning$/)
    const room = await machine.api('GET', '/api/rooms/planning')
    check(room.members.length >= 2 && room.members.every(one => one.provider === 'demo'), 'Its agents are there, and demo answers for them')
    await page.locator('.column-side [data-member]').nth(room.members.length - 1).waitFor()
    quiet(page)
  },

  'by hand: a picture, a mention, a pass, a pause, a budget, a dispute, a ticket': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/rooms`)
    await page.getByRole('button', { name: 'New', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Make a room' })
    const onTheModel = async agent => {
      await agent.getByLabel('CLI').selectOption('')
      await agent.getByPlaceholder('name of the model').fill('house-model')
      await agent.getByLabel('Instructions').fill('You are brief.')
    }
    await newAgent(page, 'pia', onTheModel)
    await newAgent(page, 'sol', onTheModel)
    await newAgent(page, 'dan', async agent => agent.getByLabel('CLI').selectOption('demo'))
    await dialog.getByLabel('Name', { exact: true }).fill('table')
    await dialog.getByLabel('Topic').fill('The next release')
    await dialog.getByLabel('Repository they may read').fill(machine.project)
    await dialog.getByRole('button', { name: 'Make the room' }).click()
    await page.waitForURL(/\/r\/table$/)
    await bounds(page, { 'Follow-up rounds': '0' })

    const field = page.getByLabel('Write in the room')
    await field.evaluate((node, picture) => {
      const data = new DataTransfer()
      data.items.add(new File([Uint8Array.from(atob(picture), one => one.charCodeAt(0))], 'plan.png', { type: 'image/png' }))
      node.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
    }, PICTURE)
    await page.getByText('Image 1').waitFor()
    await send(page, '@sol look at this, brief please')
    await said(page, 'you').locator('img').waitFor()
    await page.locator('[data-writing="sol"]').getByText('It is a plan of the release:').waitFor()
    await member(page, 'sol').getByText('typing').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/table-typing.png` })
    check(model.asked.length === 1 && model.asked[0].who === 'sol' && model.asked[0].hasImage, 'Who was mentioned is asked first, and sees the picture')
    model.gate('look').open()
    await said(page, 'sol').getByText('first the tables, then the service.').waitFor()
    await page.getByText('pia passed').waitFor()
    await member(page, 'pia').getByText('passed').waitFor()
    await said(page, 'dan').getByText('I am dan').waitFor()
    await idle(machine, 'table')

    await send(page, 'brief, but take your time')
    await page.locator('[data-writing="pia"]').getByText('I would begin').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByText('It pauses when the turn that runs is over.').waitFor()
    model.gate('time').open()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/table-paused.png` })
    same(timesAsked('sol', 'take your time'), 0, 'Nobody begins in a pause')
    await page.getByRole('button', { name: 'Resume' }).click()
    await said(page, 'sol').getByText('And I with the service').waitFor()
    await idle(machine, 'table')
    same(timesAsked('pia', 'take your time'), 1, 'Who had spoken is not asked again')

    const { spent } = await machine.api('GET', '/api/rooms/table')
    await bounds(page, { 'Budget in tokens': String(spent.inputTokens + spent.outputTokens + 10) })
    await send(page, 'brief: spend it')
    await page.getByRole('status').getByText(/The budget of .* tokens is used up/).waitFor()
    await said(page, 'pia').getByText('pia has spent it').waitFor()
    same(await said(page, 'sol').getByText('sol has spent it').count(), 0, 'Nothing follows')
    await page.screenshot({ path: `${ARTEFACTS}/table-budget.png` })
    await page.getByRole('button', { name: 'Resume' }).click()
    const refusal = page.getByRole('dialog', { name: 'It did not work' })
    await refusal.getByText(/The budget of/).first().waitFor()
    await page.keyboard.press('Escape')
    await refusal.waitFor({ state: 'detached' })
    await bounds(page, { 'Budget in tokens': '1000000' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await said(page, 'sol').getByText('sol has spent it').waitFor()
    await idle(machine, 'table')
    same(timesAsked('pia', 'spend it'), 1, 'What was paid for is not asked again')

    await machine.api('POST', '/api/rooms/table', { agents: ['pia', 'sol'] })
    await page.getByLabel('How the room talks about it').selectOption('review')
    await page.getByLabel('What is reviewed').selectOption('diff')
    await page.getByLabel('Diff').fill(DIFF)
    await page.getByRole('button', { name: 'Send' }).click()
    const finding = page.locator('.column-side [data-finding="F1"]')
    await finding.getByText('disputed').waitFor()
    await said(page, 'pia').getByText('is disputed: sol has measured minutes').waitFor()
    await said(page, 'sol').getByText('Three hundred retries hold a request for minutes').waitFor()
    same(await page.locator('.room-talk').getByText('"verdicts"').count(), 0, 'What is meant for Parley is told in words')
    await page.locator('.room-diff summary').click()
    await page.locator('.room-diff').getByText('export const retries = 300').waitFor()
    await idle(machine, 'table')
    await finding.locator('summary').click()
    await finding.getByText('The caller cancels after ten seconds.').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/table-disputed.png` })
    await page.locator('.column-side').getByRole('heading', { name: 'Findings' }).click()
    await page.keyboard.press('f')
    await page.locator('[data-finding="F1"]:focus').waitFor()
    await page.keyboard.press('t')
    await finding.getByRole('link', { name: /^T\d+$/ }).waitFor()
    const { tickets } = await machine.api('GET', '/api/tickets?column=ready')
    same(tickets[0]?.title, 'Three hundred retries hold a request for minutes', 'The ticket is on the board')
    await machine.api('POST', '/api/rooms/table', { agents: ['pia', 'sol', 'dan'] })
    await pictures(machine, '/r/table', 'table')

    await page.reload()
    await member(page, 'dan').getByRole('link', { name: 'Session of dan' }).click()
    await page.waitForURL(/\/s\/s/)
    await page.getByRole('link', { name: 'table', exact: true }).waitFor()
    await page.getByText('I am dan, played by the demo agent').first().waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/table-session.png` })
    await page.getByRole('link', { name: 'table', exact: true }).click()
    await page.waitForURL(/\/r\/table$/)
    await page.goto(`${machine.origin}/live`)
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    same(await page.locator('.tile').count(), 0, 'What agents do in rooms is no tile')
    quiet(page)
  },

  'Parley is killed in the middle of a round, and the room goes on': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/r/table`)
    await send(page, 'brief: survive this')
    await said(page, 'pia').getByText('I have said this before the end').waitFor()
    await page.locator('[data-writing="sol"]').getByText('Half of').waitFor()
    await machine.kill9()
    await machine.start()
    await page.getByRole('status').getByText('Parley ended while the agents talked.').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/table-ended.png` })
    model.gate('survive').open()
    await page.getByRole('button', { name: 'Resume' }).click()
    await said(page, 'sol').getByText('Half of it was lost, the whole is here.').waitFor()
    await idle(machine, 'table')
    same(timesAsked('pia', 'survive'), 1, 'Who had spoken is not asked again')
    same(await said(page, 'pia').getByText('I have said this before the end').count(), 1, 'and says it once')
    quiet(page)
    model.end()
  },
}
