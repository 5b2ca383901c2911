// Terminals: type, come back, find, and nothing a program prints does anything by itself.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, quiet, same } from './machine.mjs'

const rows = (page, id) => page.locator(id ? `[data-terminal="${id}"]` : '[data-terminal]').first()

async function shows(page, id, text) {
  await page.waitForFunction(([wanted, name]) => (document.querySelector(name ? `[data-terminal="${name}"] .xterm-rows` : '[data-terminal] .xterm-rows')?.textContent ?? '').includes(wanted), [text, id ?? ''])
}

/** The shell is there and waits: its prompt ends with one of these. */
async function prompts(page, id) {
  await page.waitForFunction(name => /[$#>%]/.test(document.querySelector(name ? `[data-terminal="${name}"] .xterm-rows` : '[data-terminal] .xterm-rows')?.textContent ?? ''), id)
}

async function open(machine) {
  return (await machine.api('POST', '/api/terminals', { cwd: machine.project })).terminalId
}

const type = (machine, id, data) => machine.api('POST', `/api/terminals/${id}/input`, { data })

async function endAll(machine) {
  for (const one of await machine.api('GET', '/api/terminals')) await machine.api('DELETE', `/api/terminals/${one.terminalId}`)
}

export const journeys = {
  'a shell is opened, typed in, and still there after a reload': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/term`)
    await page.getByRole('button', { name: 'Open a terminal' }).last().click()
    await page.getByLabel('In this directory').fill(machine.project)
    await page.getByRole('dialog').getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(/\/term\/t/)
    await rows(page).waitFor()
    await page.locator('.xterm-helper-textarea').waitFor({ state: 'attached' })
    await prompts(page, '')
    await page.locator('.xterm-helper-textarea').focus()
    await page.keyboard.type('echo sum-$((40+2))')
    await page.keyboard.press('Enter')
    await shows(page, '', 'sum-42')
    await page.reload()
    await shows(page, '', 'sum-42')
    await page.locator('.xterm-helper-textarea').focus()
    await page.keyboard.press('Control+Shift+F')
    await page.getByLabel('Find in the terminal').fill('no such words')
    await page.getByText('Not found').waitFor()
    await page.getByLabel('Find in the terminal').fill('sum-4')
    await page.getByText('Not found').waitFor({ state: 'detached' })
    quiet(page)
    await endAll(machine)
  },

  'a lost line comes back with what was missed, once': async machine => {
    const id = await open(machine)
    const page = await machine.signedIn({ serviceWorkers: 'block' })
    await page.addInitScript(() => {
      const Original = window.WebSocket
      window.sockets = []
      window.WebSocket = class extends Original { constructor(...given) { super(...given); window.sockets.push(this) } }
    })
    await page.goto(`${machine.origin}/term/${id}`)
    await prompts(page, id)
    await type(machine, id, 'echo first-$((1+1))\r')
    await shows(page, id, 'first-2')
    const before = await page.evaluate(() => { const count = window.sockets.length; window.sockets.at(-1).close(); return count })
    await type(machine, id, 'echo away-$((2+2))\r')
    await page.waitForFunction(count => window.sockets.length > count, before)
    await shows(page, id, 'away-4')
    const text = await rows(page, id).locator('.xterm-rows').textContent()
    same(text.split('first-2').length, 2, 'What was there is there once')
    same(text.split('away-4').length, 2, 'What was missed is there once')
    quiet(page)
    await endAll(machine)
  },

  'a program that wants the clipboard has to ask, and its title is only a title': async machine => {
    const script = join(machine.project, 'hostile.sh')
    writeFileSync(script, "printf '\\033]0;<b>evil</b>\\342\\200\\256title\\007\\033]52;c;aGVsbG8gd29ybGQ=\\007\\033]52;c;?\\007'\n")
    const id = await open(machine)
    const page = await machine.signedIn({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${machine.origin}/term/${id}`)
    await prompts(page, id)
    await page.evaluate(() => navigator.clipboard.writeText('mine'))
    await type(machine, id, `sh ${script}\r`)
    const asked = page.getByRole('alertdialog', { name: 'Copy to the clipboard?' })
    await asked.getByText('hello world').waitFor()
    same(await page.evaluate(() => navigator.clipboard.readText()), 'mine', 'Nothing was copied by itself')
    await asked.getByRole('button', { name: 'No' }).click()
    await asked.waitFor({ state: 'detached' })
    same(await page.evaluate(() => navigator.clipboard.readText()), 'mine', 'No means no')
    const title = await page.locator('.terminal-tab .cut').textContent()
    check(title.includes('<b>evil</b>') && !title.includes('\u202E'), `The title is text in one direction: ${title}`)
    same(await page.locator('.terminal-tab b').count(), 0, 'It is no element')
    check(!(await page.title()).includes('evil'), 'It does not name the page')
    await type(machine, id, `sh ${script}\r`)
    await asked.getByRole('button', { name: 'Copy' }).click()
    await page.waitForFunction(async () => (await navigator.clipboard.readText()) === 'hello world')
    quiet(page)
    await endAll(machine)
  },

  'two side by side, closed, ended': async machine => {
    const [a, b] = [await open(machine), await open(machine)]
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/term/${a}?with=${b}`)
    await prompts(page, a)
    await prompts(page, b)
    same(await page.locator('.terminal-pane').count(), 2, 'Both are shown')
    await type(machine, b, 'exit 3\r')
    await page.getByText('It has ended with code 3.').waitFor()
    await page.locator('.terminal-pane', { hasText: 'code 3' }).getByRole('button', { name: 'Close' }).click()
    await machine.until('it is gone', async () => (await machine.api('GET', '/api/terminals')).every(one => one.terminalId !== b))
    await page.waitForURL(url => !url.search.includes(b))
    await page.goto(`${machine.origin}/term/${b}`)
    await page.getByRole('heading', { name: 'This terminal is not there any more.' }).waitFor()
    quiet(page)
    await endAll(machine)
  },

  'a phone has the keys it lacks': async machine => {
    const id = await open(machine)
    const page = await machine.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.goto(`${machine.origin}/term/${id}`)
    await prompts(page, id)
    await type(machine, id, 'cat\r')
    await page.locator('.xterm-helper-textarea').focus()
    await page.getByRole('button', { name: 'Ctrl' }).click()
    same(await page.getByRole('button', { name: 'Ctrl' }).getAttribute('aria-pressed'), 'true', 'Ctrl stays down')
    await page.keyboard.type('c')
    await shows(page, id, '^C')
    same(await page.getByRole('button', { name: 'Ctrl' }).getAttribute('aria-pressed'), 'false', 'for one letter')
    quiet(page)
    await endAll(machine)
  },
}
