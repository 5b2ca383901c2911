// What a person does with a real CLI in the page; only its model is scripted. RealPageTest says which CLI and what the model answers.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { check, quiet } from './machine.mjs'

const { provider, name, work, environment, asksForFiles, tellsOutput } = JSON.parse(process.env.PAGE_REAL ?? '{}')

let ref = ''

export function prepare(machine) {
  machine.on(environment, work)
}

export const journeys = {
  'a session is started in the page, asks, is allowed, and shows what it did': async machine => {
    const page = await machine.signedIn()
    const file = join(work, 'notes.txt')
    await page.getByRole('heading', { name: 'Nothing is running.' }).waitFor()
    await page.keyboard.press('n')
    await page.getByLabel('Agent').selectOption(provider)
    await page.getByLabel('Where').fill(work)
    await page.getByLabel('What to do').fill('write the notes, zebracorn')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/s\/s/)
    ref = decodeURIComponent(new URL(page.url()).pathname.split('/')[2])
    const answered = await allowAll(page, page.getByText('All done, and marker-9.'), () => check(!asksForFiles || !existsSync(file), 'Nothing is written before it is allowed'))
    check(answered > 0, 'It asked')
    check(readFileSync(file, 'utf8').startsWith('first line\nsecond line'), 'The file is written')
    await page.locator('strong', { hasText: 'done' }).waitFor()
    const diff = await page.locator('[data-row] .diff').first().textContent()
    check(diff.includes('first line') && diff.includes('second line'), `The edit is shown as a difference: ${diff}`)
    const line = page.locator('.tool-line', { hasText: 'marker' })
    await line.waitFor()
    check((await line.boundingBox()).height < 40, 'A command is one line')
    await line.click()
    await page.locator('.tool-body', { hasText: tellsOutput ? 'marker-7' : 'echo marker' }).waitFor()
    await page.getByText(/^Allowed by you/).first().waitFor()
    quiet(page)
  },

  'an answer streams, and is stopped': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${ref}`)
    await page.getByLabel(`Write to ${name}`).fill('count for long')
    await page.keyboard.press('Enter')
    await page.getByText(/word3 /).waitFor()
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await page.getByText('Stopped here.').waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor()
    check((await page.getByText(/word999/).count()) === 0, 'It came to no end')
    await machine.untilIdle(ref)
    quiet(page)
  },

  'its stored session is found in the history, and goes on': async machine => {
    await machine.api('DELETE', `/api/live/${ref}`)
    const { nativeId } = await machine.api('GET', `/api/live/${ref}`)
    await machine.until('the CLI has written its session', async () => (await machine.api('GET', '/api/search?q=zebracorn')).total > 0)
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/history`)
    await page.getByRole('searchbox', { name: 'Search all sessions' }).fill('zebracorn')
    const hit = page.locator('.hit-link').first()
    await hit.hover()
    check((await hit.getAttribute('href')).includes(encodeURIComponent(`${provider}:${nativeId}`)), 'It is that of the CLI')
    await page.getByRole('button', { name: 'Resume here' }).first().click()
    await page.waitForURL(/\/s\/s/)
    await page.getByText('All done, and marker-9.').waitFor()
    await page.getByLabel(`Write to ${name}`).fill('and now?')
    await page.keyboard.press('Enter')
    await page.getByText('It goes on with marker-11.').waitFor()
    quiet(page)
  },
}

/** Allows whatever is asked until something is there. Says how often it was asked. */
async function allowAll(page, end, beforeFirst) {
  const allow = page.getByRole('button', { name: /Allow once/ })
  for (let count = 0; ; count++) {
    await allow.or(end).first().waitFor()
    if (await end.isVisible()) return count
    if (count === 0) beforeFirst()
    const button = await allow.first().elementHandle()
    await button.click()
    await button.waitForElementState('hidden')
  }
}
