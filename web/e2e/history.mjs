// The history: find, filter, and go on from any row.
import { check, quiet, same } from './machine.mjs'

const SHOP = '11111111-1111-4111-8111-111111111111'
const EVIL = '22222222-2222-4222-8222-222222222222'
const HUNDRED_THOUSAND = 100_000

export function prepare(machine) {
  machine.withHistory()
  machine.withSession(SHOP, [
    ['user', 'Why does the checkout stall?'], ['assistant', 'The lock is taken twice.'],
    ['user', 'And the zebracorn counter?'], ['assistant', 'It is reset by the nightly job.'],
  ])
  machine.withSession(EVIL, [['user', '<img src=x onerror="window.hacked=1"> \u202Egnp.exe quokkaword'], ['assistant', '<script>window.hacked=1</script> quokkaword']])
}

/** All files have been read, and their text can be found. */
export async function begin(machine) {
  await machine.until('the text can be found', async () => (await machine.api('GET', '/api/search?q=zebracorn')).total === 1)
}

export const journeys = {
  'words find a row, and Enter opens that very row': async machine => {
    const page = await machine.signedIn()
    await page.keyboard.press('/')
    await page.getByRole('searchbox', { name: 'Search all sessions' }).waitFor()
    await page.keyboard.type('zebracorn')
    await page.locator('.excerpt mark', { hasText: 'zebracorn' }).waitFor()
    check(page.url().includes('q=zebracorn'), 'The words are in the address')
    await page.keyboard.press('ArrowDown')
    await page.locator('.hit-link:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/s\/claude(:|%3A)11111111.*\/m\/\d+/)
    await page.getByText('And the zebracorn counter?').first().waitFor()
    quiet(page)
  },

  'every filter is in the address, and the address brings it back': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/history`)
    await page.getByText('Why does the checkout stall?').waitFor()
    await page.getByLabel('CLI', { exact: true }).selectOption('claude')
    await page.waitForURL(/provider=claude/)
    await page.getByLabel('From this day').fill('2026-11-10')
    await page.getByLabel('To this day').fill('2026-11-10')
    await page.waitForURL(/provider=claude&from=2026-11-10&to=2026-11-10/)
    await page.getByText('Why does the checkout stall?').waitFor()
    await page.reload()
    same(await page.getByLabel('From this day').inputValue(), '2026-11-10', 'The day is back')
    await page.getByText('Why does the checkout stall?').waitFor()
    await page.getByLabel('To this day').fill('2026-11-09')
    await page.getByLabel('From this day').fill('2026-11-09')
    await page.getByRole('heading', { name: 'No session fits.' }).waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await page.getByText('Why does the checkout stall?').waitFor()
    await page.getByLabel('Group').selectOption('project')
    await page.getByRole('button', { name: /^shop/ }).click()
    same(await page.getByRole('button', { name: /^shop/ }).getAttribute('aria-expanded') === null, false, 'A project folds')
    quiet(page)
  },

  'from a row to a ticket, to another CLI, and on with the same one': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('brief please')
    await machine.untilIdle(session.id)
    await page.goto(`${machine.origin}/history?q=zebracorn`)
    await page.locator('.hit-link').first().hover()
    await page.getByRole('button', { name: 'Make a ticket' }).click()
    await page.waitForURL(/\/t\/T\d+/)
    check((await page.textContent('article')).includes('zebracorn'), 'The ticket has the text of the row')
    await page.goto(`${machine.origin}/history?q=zebracorn`)
    await page.locator('.hit-link').first().hover()
    await page.getByRole('button', { name: 'Continue with another CLI' }).click()
    await page.getByRole('dialog').getByLabel(/What it shall do/).fill('brief now')
    await page.getByRole('dialog').getByRole('button', { name: /Demo agent/ }).click()
    await page.waitForURL(/\/s\/s/)
    await machine.api('DELETE', `/api/live/${session.id}`)
    const key = `demo:${(await machine.api('GET', `/api/live/${session.id}`)).nativeId}`
    await page.goto(`${machine.origin}/history?provider=demo`)
    const row = page.locator('.session-row', { has: page.locator(`a[href="/s/${encodeURIComponent(key)}"]`) })
    await row.hover()
    await row.getByRole('button', { name: 'Resume here' }).click()
    await page.waitForURL(/\/s\/s/)
    await page.getByLabel('Write to Demo agent').waitFor()
    quiet(page)
  },

  'a session that is pointed at is there before it is opened': async machine => {
    const page = await machine.signedIn()
    const asked = []
    page.on('request', request => { if (/\/api\/view\/[^/?]+\?/.test(request.url())) asked.push(request.url()) })
    await page.goto(`${machine.origin}/history`)
    const row = page.locator('.session-row', { hasText: 'Why does the checkout stall?' }).first()
    const answered = page.waitForResponse(response => /\/api\/view\//.test(response.url()))
    await row.hover()
    await answered
    await row.locator('.session-link').click()
    await page.locator('[data-row]').first().waitFor()
    same(asked.length, 1, 'It was asked for once')
    quiet(page)
  },

  'what agents wrote is text and nothing else': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/history?q=quokkaword`)
    await page.locator('.excerpt mark').first().waitFor()
    same(await page.evaluate(() => window.hacked), undefined, 'Nothing of it ran')
    same(await page.locator('.excerpt img, .session-row img, .excerpt script').count(), 0, 'Nothing of it is an element')
    check(!(await page.textContent('.virtual')).includes('\u202E'), 'Nothing turns the direction')
    quiet(page)
  },

  'a hundred thousand sessions stay smooth': async machine => {
    const page = await machine.signedIn({ serviceWorkers: 'block' })
    await page.route(/\/api\/sessions\?/, route => {
      const query = new URL(route.request().url()).searchParams
      const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 50)]
      const sessions = Array.from({ length: Math.min(limit, HUNDRED_THOUSAND - offset) }, (_, at) => one(offset + at))
      return route.fulfill({ json: { total: HUNDRED_THOUSAND, isComplete: true, sessions } })
    })
    await page.goto(`${machine.origin}/history`)
    await page.getByText('Session 0', { exact: true }).waitFor()
    const scroller = page.locator('.scroll')
    for (const part of [0.25, 0.5, 0.75, 1]) {
      await scroller.evaluate((element, share) => { element.scrollTop = element.scrollHeight * share }, part)
      await page.waitForFunction(share => [...document.querySelectorAll('.session-row .cut')].some(row => Number(/^Session (\d+)$/.exec(row.textContent)?.[1] ?? -1) > share * 95_000), part)
      const count = await page.locator('.virtual-row').count()
      check(count < 60, `Only what is on the screen exists, and not ${count} rows`)
    }
    await page.getByText(`Session ${HUNDRED_THOUSAND - 1}`, { exact: true }).waitFor()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    quiet(page)
  },
}

function one(at) {
  const time = new Date(Date.UTC(2026, 10, 18) - at * 3_600_000).toISOString()
  return { key: `claude:${at}`, provider: 'claude', sessionId: String(at), title: `Session ${at}`, project: '/p/shop', models: [], started: time, updated: time, isArchived: false, prompts: 1, skippedLines: 0, skippedValues: 0 }
}
