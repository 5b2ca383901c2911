// Settings and usage: what is set is set on the server; the page opens without it.
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { check, quiet, same } from './machine.mjs'

const SHOP = '11111111-1111-4111-8111-111111111111'

export function prepare(machine) {
  machine.withSession(SHOP, [['user', 'Why does the checkout stall?'], ['assistant', 'The lock is taken twice.']])
}

export const journeys = {
  'a CLI is switched off and on again, and it is kept': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/settings/providers`)
    const switched = page.getByRole('switch', { name: 'Use Codex' })
    await switched.click({ force: true })
    await page.getByText('switched off').waitFor()
    check(readFileSync(join(machine.directory, 'parley/config/config.json'), 'utf8').includes('codex'), 'It stands in config.json')
    await page.reload()
    await page.getByText('switched off').waitFor()
    same(await switched.isChecked(), false, 'It is still off')
    await switched.click({ force: true })
    await page.getByText('switched off').waitFor({ state: 'detached' })
    quiet(page)
  },

  'a CLI is given another home: a wrong one is refused, a right one holds from the next start on': async machine => {
    const other = join(machine.home, 'other-claude')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/settings/providers`)
    await page.locator('.entry', { hasText: 'Claude Code' }).getByRole('button', { name: 'Details' }).click()
    const field = page.getByLabel(/^Directory in which it keeps its sessions/)
    await field.fill('other-claude')
    await page.getByRole('button', { name: 'Save the home' }).click()
    await page.getByText(/is no whole path/).waitFor()
    await field.fill(other)
    await page.getByRole('button', { name: 'Save the home' }).click()
    await page.getByText(/There is no directory/).waitFor()
    renameSync(join(machine.home, '.claude'), other)
    await page.getByRole('button', { name: 'Save the home' }).click()
    await page.getByText(/It is used when Parley is started again/).waitFor()
    check(JSON.parse(readFileSync(join(machine.directory, 'parley/config/config.json'), 'utf8')).providers.claude.home === other, 'It stands in config.json')
    await machine.kill9()
    await machine.start()
    await machine.until('its sessions are read there', async () => (await machine.api('GET', '/api/sessions')).sessions.some(one => one.key === `claude:${SHOP}`))
    await page.goto(`${machine.origin}/settings/providers`)
    await page.locator('.entry', { hasText: 'Claude Code' }).getByRole('button', { name: 'Details' }).click()
    await page.locator('dd', { hasText: 'other-claude' }).waitFor()
    await page.getByLabel(/^Directory in which/).fill('')
    await page.getByRole('button', { name: 'Save the home' }).click()
    await machine.until('it is gone', async () => !readFileSync(join(machine.directory, 'parley/config/config.json'), 'utf8').includes('other-claude'))
    renameSync(other, join(machine.home, '.claude'))
    await machine.kill9()
    await machine.start()
    await machine.until('its sessions are back', async () => (await machine.api('GET', '/api/sessions')).sessions.some(one => one.key === `claude:${SHOP}`))
    quiet(page)
  },

  'a rule is tried on the history, added and taken away': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/settings/rules`)
    const field = page.getByPlaceholder('allow Bash(npm test*)')
    await field.fill('what is this')
    await page.getByRole('button', { name: 'Test on the history' }).click()
    await page.getByRole('alert').waitFor()
    await field.fill('allow Bash(npm test*)')
    await page.getByRole('button', { name: 'Test on the history' }).click()
    await page.getByText(/No agent has asked anything yet|It would have answered/).waitFor()
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByRole('button', { name: 'Remove allow Bash(npm test*)' }).waitFor()
    same((await machine.api('GET', '/api/rules')).rules.join(), 'allow Bash(npm test*)', 'The server has it')
    await page.getByRole('button', { name: 'Remove allow Bash(npm test*)' }).click()
    await machine.until('it is gone', async () => (await machine.api('GET', '/api/rules')).rules.length === 0)
    quiet(page)
  },

  'a model is added and answers a test; a key is shown once': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/settings/models`)
    await page.getByRole('button', { name: 'Add one' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill('shop-agent')
    await dialog.locator('select').first().selectOption('demo')
    await dialog.getByLabel('Repository').fill(machine.project)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('shop-agent').first().waitFor()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await page.getByText(/Answered in/).waitFor()
    await page.goto(`${machine.origin}/settings/keys`)
    await page.getByPlaceholder('my-editor').fill('editor')
    await page.getByRole('button', { name: 'Make a key' }).click()
    await page.getByText('it is not shown again').waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Revoke editor' }).click()
    await page.getByText('No key yet.').waitFor()
    quiet(page)
  },

  'the look is chosen, and every section opens by keys': async machine => {
    const page = await machine.signedIn({ colorScheme: 'light' })
    await page.goto(`${machine.origin}/settings/look`)
    const light = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await page.getByRole('radio', { name: /^Dark/ }).check()
    await page.waitForFunction(before => getComputedStyle(document.body).backgroundColor !== before, light)
    await page.reload()
    await page.getByRole('radio', { name: /^Dark/ }).waitFor()
    check(await page.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light, 'It is kept')
    await page.goto(`${machine.origin}/settings/providers`)
    for (const name of ['CLIs', 'Models', 'Rules', 'Keys', 'Roles', 'Notices', 'Look', 'Doors', 'Devices', 'Doctor']) {
      await page.getByRole('heading', { name, level: 2, exact: true }).waitFor()
      await page.locator('.settings [aria-label="Loading"]').waitFor({ state: 'detached' })
      same(await page.locator('.settings .problem').count(), 0, `${name} opens without a problem`)
      await page.keyboard.press('j')
    }
    quiet(page)
  },

  'a sound tells of what is new, and what an older page kept is thrown away with a word about it': async machine => {
    const page = await machine.signedIn()
    await page.addInitScript(() => {
      const Original = window.AudioContext
      window.sounds = 0
      window.AudioContext = class extends Original { constructor(...given) { super(...given); window.sounds++ } }
    })
    await page.goto(`${machine.origin}/settings/notices`)
    await page.getByRole('switch', { name: 'A short sound' }).click({ force: true })
    await page.waitForFunction(() => window.sounds === 1)
    const session = await machine.session('error')
    await page.waitForFunction(() => window.sounds >= 2)
    await machine.untilIdle(session.id)
    await page.evaluate(() => localStorage.setItem('parley.version', '0'))
    await page.reload()
    await page.getByText('could not be taken over').waitFor()
    same(await page.getByRole('switch', { name: 'A short sound' }).isChecked(), false, 'It begins anew')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByText('could not be taken over').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('switch', { name: 'A short sound' }).waitFor({ state: 'attached' })
    same(await page.getByText('could not be taken over').count(), 0, 'It is said once')
    quiet(page)
  },

  'what was used adds up, and leads to its sessions': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/usage?range=all&by=project&show=tokens`)
    await page.getByRole('link', { name: 'shop' }).waitFor()
    await page.getByRole('img', { name: /One bar a day/ }).waitFor()
    await page.getByRole('button', { name: 'Ticket' }).click()
    await page.waitForURL(/by=ticket/)
    await page.getByRole('rowheader', { name: 'Without a ticket' }).waitFor()
    await page.getByRole('button', { name: 'Model' }).click()
    await page.waitForURL(/by=model/)
    await page.getByRole('link', { name: 'claude-opus-5-5' }).click()
    await page.waitForURL(/\/history\?model=claude-opus-5-5/)
    await page.getByText('Why does the checkout stall?').waitFor()
    quiet(page)
  },

  'the page opens while Parley is down, and goes on when it is back': async machine => {
    const page = await machine.signedIn()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.goto(`${machine.origin}/board`)
    await page.getByRole('heading', { name: 'No tickets yet.' }).waitFor()
    await machine.kill9()
    await page.goto(`${machine.origin}/board`)
    await page.getByText('Parley does not answer. What you see').waitFor()
    await page.getByRole('navigation', { name: 'Places' }).waitFor()
    await machine.start()
    await page.getByText('Parley does not answer. What you see').waitFor({ state: 'detached' })
    await page.reload()
    await page.getByRole('heading', { name: 'No tickets yet.' }).waitFor()
  },
}
