// Checkouts of their own: started from the page, brought back from the chip; and a race of which one is taken.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ARTEFACTS, check, quiet, same } from './machine.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const FILE = 'parley-demo.txt'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const git = (machine, ...args) => execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', '-C', machine.project, ...args], { encoding: 'utf8' })

export function prepare(machine) {
  git(machine, 'init', '-q', '-b', 'main')
  git(machine, 'add', '.')
  git(machine, 'commit', '-q', '-m', 'Begin')
  git(machine, 'config', 'user.name', 'Ada')
  git(machine, 'config', 'user.email', 'ada@example.org')
}

async function readable(page, what) {
  await page.evaluate(AXE)
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }))
  check(found.violations.length === 0, `${what}: ${found.violations.map(one => `${one.id} ${one.help}: ${one.nodes.map(node => node.html.slice(0, 200)).slice(0, 3).join(' | ')}`).join('\n')}`)
}

/** Opens the menu of the chip. */
async function chip(page, item) {
  await page.getByRole('button', { name: /^Worktree .*1 file changed/ }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
}

export const journeys = {
  'a session works in a worktree of its own, and its work is applied, made a branch, and removed': async machine => {
    const page = await machine.signedIn()
    await page.keyboard.press('n')
    const dialog = page.getByRole('dialog', { name: 'New session' })
    await dialog.getByLabel('What to do').fill('edit')
    await dialog.getByLabel('Where').fill(machine.project)
    await dialog.getByLabel('Agent').selectOption('demo')
    await dialog.getByLabel('Freedom').selectOption('edit')
    await dialog.getByLabel('In a worktree of its own').check()
    await dialog.getByLabel('Branch of the worktree').fill('try/one')
    await dialog.getByLabel('Where the worktree begins').fill('main')
    await page.screenshot({ path: `${ARTEFACTS}/worktree-new.png` })
    await readable(page, 'a new session')
    await dialog.getByRole('button', { name: /Start/ }).click()
    await page.waitForURL(/\/s\/s/)
    const id = decodeURIComponent(new URL(page.url()).pathname.split('/')[2])
    await answered(machine, id)
    check(!existsSync(join(machine.project, FILE)), 'Nothing is in the tree of the person')

    await page.getByRole('button', { name: /^Worktree try\/one: 1 file changed/ }).first().waitFor()
    await page.getByRole('button', { name: /^Worktree try\/one/ }).first().click()
    await page.screenshot({ path: `${ARTEFACTS}/worktree-menu.png` })
    await page.keyboard.press('Escape')
    check(page.url().includes(id), 'Escape closes the menu, and the session stays')
    await chip(page, 'Apply to my tree…')
    const apply = page.getByRole('dialog', { name: 'Apply to my tree' })
    await apply.getByText(FILE).waitFor()
    check(!existsSync(join(machine.project, FILE)), 'A preview writes nothing')
    await page.screenshot({ path: `${ARTEFACTS}/worktree-apply.png` })
    await readable(page, 'applying')
    await apply.getByRole('button', { name: 'Apply', exact: true }).click()
    await apply.getByText(/1 file written/).waitFor()
    check(existsSync(join(machine.project, FILE)), 'It is in the tree of the person')
    await apply.getByRole('button', { name: 'Close' }).click()

    await chip(page, 'Take it out of my tree…')
    const back = page.getByRole('dialog', { name: 'Take it out of my tree' })
    await back.getByText('deleted, for it was new').waitFor()
    check(existsSync(join(machine.project, FILE)), 'A preview writes nothing')
    await page.screenshot({ path: `${ARTEFACTS}/worktree-unapply.png` })
    await back.getByRole('button', { name: 'Take it out', exact: true }).click()
    await back.getByText(/1 file taken back/).waitFor()
    check(!existsSync(join(machine.project, FILE)), 'It is out of the tree of the person')
    await back.getByRole('button', { name: 'Close' }).click()

    const download = page.waitForEvent('download')
    await chip(page, 'Save as a patch')
    check(readFileSync(await (await download).path(), 'utf8').includes('+++ b/parley-demo.txt'), 'The patch is a file')

    await chip(page, 'Make a branch…')
    const branch = page.getByRole('dialog', { name: 'Make a branch' })
    await branch.getByLabel('Name').fill('kept/one')
    await branch.getByRole('button', { name: 'Make the branch' }).click()
    await branch.getByText('It is on the branch').waitFor()
    check(git(machine, 'show', `kept/one:${FILE}`).includes('demo agent'), 'The branch has the work')
    await branch.getByRole('button', { name: 'Close' }).click()

    await machine.api('DELETE', `/api/live/${id}`)
    await page.getByRole('button', { name: /^Worktree/ }).first().click()
    await page.getByRole('menuitem', { name: 'Remove…' }).click()
    const remove = page.getByRole('dialog', { name: 'Remove the worktree' })
    await remove.getByRole('button', { name: 'Remove', exact: true }).click()
    await remove.getByText(/refs\/parley\/kept/).waitFor()
    same((await machine.api('GET', '/api/worktrees')).worktrees.length, 0, 'No worktree is left')
    quiet(page)
  },

  'a race: two agents do the same, their patches stand side by side, one is taken': async machine => {
    git(machine, 'clean', '-qfd')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/live`)
    await page.getByRole('heading', { name: 'Live' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('race')
    await page.getByRole('option', { name: /Start a race/ }).click()
    const dialog = page.getByRole('dialog', { name: 'New race' })
    await dialog.getByLabel('What to do').fill('edit')
    await dialog.getByLabel('Repository').fill(machine.project)
    await dialog.getByLabel('Agent 1', { exact: true }).selectOption('demo')
    await dialog.getByLabel('Agent 2', { exact: true }).selectOption('demo')
    await dialog.getByLabel(/Check/).fill(`grep -q demo ${FILE}`)
    await dialog.getByLabel(/Judge/).selectOption('demo-1')
    await readable(page, 'a new race')
    await page.screenshot({ path: `${ARTEFACTS}/race-new.png` })
    await dialog.getByRole('button', { name: 'Start the race' }).click()
    await page.waitForURL(/\/race\/r/)
    const id = new URL(page.url()).pathname.split('/')[2]
    await page.screenshot({ path: `${ARTEFACTS}/race-running.png` })
    await machine.until('both are done', async () => {
      for (const one of await machine.api('GET', '/api/approvals')) await machine.api('POST', `/api/approvals/${encodeURIComponent(one.approvalId)}`, { decision: 'allow' }).catch(() => undefined)
      return (await machine.api('GET', `/api/races/${id}`)).lanes.every(lane => lane.status !== 'running')
    })
    await page.getByText('passed').first().waitFor()
    await page.getByRole('region', { name: 'Advice of the judge' }).getByText(/demo-1 advises/).waitFor()
    same(await page.locator('.race-patch').count(), 2, 'Two patches stand side by side')
    await page.locator('.race-patch .patch-line.added', { hasText: "Written by Parley's demo agent" }).nth(1).waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/race-light.png` })
    await readable(page, 'a race')
    await page.keyboard.press('2')
    await page.waitForFunction(() => document.querySelectorAll('.race-patch').length === 1)
    await page.reload()
    await page.locator('.race-patch').waitFor()
    same(await page.locator('.race-patch').count(), 1, 'The address says whose patches are shown')
    await page.goto(`${machine.origin}/live`)
    await page.getByRole('list', { name: 'Races' }).getByText('take one').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/race-live.png` })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('go to races')
    await page.getByRole('option', { name: 'Go to Races' }).click()
    await page.waitForURL(/\/races$/)
    await page.reload()
    await page.getByRole('list', { name: 'All races' }).getByText('2 agents done: take one').waitFor()
    await readable(page, 'all races')
    await page.screenshot({ path: `${ARTEFACTS}/races.png` })
    await page.getByRole('list', { name: 'All races' }).getByRole('link').first().click()

    await page.getByRole('button', { name: 'Take…' }).first().click()
    const take = page.getByRole('dialog', { name: /Take what/ })
    await take.getByText(FILE).waitFor()
    check(!existsSync(join(machine.project, FILE)), 'A preview writes nothing')
    await page.screenshot({ path: `${ARTEFACTS}/race-take.png` })
    await take.getByRole('button', { name: 'Take it' }).click()
    await page.getByText('taken', { exact: true }).waitFor()
    check(existsSync(join(machine.project, FILE)), 'It is in the tree of the person')
    await page.getByText(`parley/${id}/2`).waitFor()
    check(git(machine, 'show', `parley/${id}/2:${FILE}`).includes('demo agent'), 'The other is a branch')
    await page.getByRole('button', { name: 'Take back…' }).click()
    const untake = page.getByRole('dialog', { name: /Take back what/ })
    await untake.getByText(FILE).waitFor()
    await untake.getByRole('button', { name: 'Take it back' }).click()
    await page.getByRole('button', { name: 'Take…' }).first().waitFor()
    check(!existsSync(join(machine.project, FILE)), 'It is out of the tree of the person')
    quiet(page)
    const phone = await machine.signedIn({ ...PHONE, colorScheme: 'dark' })
    await phone.goto(`${machine.origin}/race/${id}`)
    await phone.locator('.race-patch').first().waitFor()
    await phone.screenshot({ path: `${ARTEFACTS}/race-phone-dark.png` })
    await readable(phone, 'a race on a phone')
    check(!(await phone.evaluate(() => document.documentElement.scrollWidth > innerWidth)), 'It is no wider than the screen')
    await phone.goto(`${machine.origin}/race/r-unknown`)
    await phone.getByText('There is no race').waitFor()
    quiet(phone)
  },

  'a session goes on from a turn of another one, with the files of then': async machine => {
    git(machine, 'clean', '-qfd')
    const session = await machine.session('edit brief')
    await answered(machine, session.id)
    await machine.until('the turn is kept', async () => (await machine.api('GET', `/api/live/${session.id}/changes`)).turns.some(turn => turn.endedAt))
    writeFileSync(join(machine.project, 'later.txt'), 'later\n')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${session.id}/changes`)
    await page.getByRole('button', { name: 'What can be done with Turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Go on from here…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Go on from turn 1' })
    await page.screenshot({ path: `${ARTEFACTS}/changes-fork.png` })
    await readable(page, 'going on from a turn')
    await dialog.getByLabel('And then').fill('brief')
    await dialog.getByRole('button', { name: 'Go on from here' }).click()
    await page.waitForURL(url => /\/s\/s/.test(url.pathname) && !url.pathname.includes(session.id))
    const forked = decodeURIComponent(new URL(page.url()).pathname.split('/')[2])
    const there = (await machine.api('GET', `/api/live/${forked}`)).cwd
    check(readFileSync(join(there, FILE), 'utf8').includes('demo agent'), 'It has the files as they were after the turn')
    check(!existsSync(join(there, 'later.txt')), 'It has nothing of later')
    await machine.api('DELETE', `/api/live/${forked}`)
    quiet(page)
  },

  'what conflicts is not applied, and it is said why': async machine => {
    git(machine, 'clean', '-qfd')
    const place = await machine.api('POST', '/api/worktrees', { project: machine.project })
    const session = await machine.session('brief', { cwd: place.path })
    await machine.untilIdle(session.id)
    writeFileSync(join(place.path, 'retry.ts'), 'export const retries = 5\n')
    writeFileSync(join(machine.project, 'retry.ts'), 'export const retries = 7\n')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${session.id}`)
    await chip(page, 'Apply to my tree…')
    const dialog = page.getByRole('dialog', { name: 'Apply to my tree' })
    await dialog.getByText('1 conflict.').waitFor()
    check(await dialog.getByRole('button', { name: 'Apply', exact: true }).isDisabled(), 'It cannot be applied')
    same(readFileSync(join(machine.project, 'retry.ts'), 'utf8'), 'export const retries = 7\n', 'The file of the person is as it was')
    quiet(page)
  },
}

async function answered(machine, id) {
  await machine.until('the turn is over', async () => {
    for (const one of (await machine.api('GET', '/api/approvals')).filter(one => one.sessionId === id)) await machine.api('POST', `/api/approvals/${encodeURIComponent(one.approvalId)}`, { decision: 'allow' }).catch(() => undefined)
    return (await machine.api('GET', `/api/live/${id}`)).state === 'idle'
  })
}
