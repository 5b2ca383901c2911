// The board: agents propose, a person decides, moves, and starts sessions.
import { check, quiet, same } from './machine.mjs'

const column = (page, name) => page.locator(`[data-column="${name}"]`)

async function write(machine, title, more = {}) {
  return machine.api('POST', '/api/tickets', { project: machine.project, title, ...more })
}

const columnOf = async (machine, id) => (await machine.api('GET', `/api/tickets/${id}`)).column

export const journeys = {
  'what an agent proposes is edited, accepted, and rejected with a reason': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/board`)
    await page.getByRole('heading', { name: 'No tickets yet.' }).waitFor()
    const session = await machine.session('propose a ticket')
    await column(page, 'proposed').getByText('Look around in Parley').waitFor()
    await page.getByText('2 proposals').waitFor()
    const [first, second] = (await machine.api('GET', '/api/tickets?column=proposed')).tickets
    await page.getByRole('button', { name: `Edit ${first.id}, then accept` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Look around, slowly')
    await dialog.getByLabel('Priority').selectOption('high')
    await dialog.getByRole('button', { name: 'Accept' }).click()
    await column(page, 'ready').getByText('Look around, slowly').waitFor()
    await page.getByRole('button', { name: `Reject ${second.id}` }).click()
    await dialog.getByLabel(/Why/).fill('Not this week')
    await dialog.getByRole('button', { name: 'Reject' }).click()
    await column(page, 'proposed').getByText('waits here for you').waitFor()
    const rejected = await machine.api('GET', `/api/tickets/${second.id}`)
    same(rejected.reason, 'Not this week', 'The reason is kept')
    await machine.untilIdle(session.id)
    await page.goto(`${machine.origin}/t/${first.id}`)
    await page.locator('.ticket-side:visible').getByText('accepted by you, with changes').waitFor()
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByText(/rejected \(Not this week\)/).first().waitFor()
    quiet(page)
  },

  'a ticket is dragged, and moved by keys': async machine => {
    const a = await write(machine, 'Drag me')
    const b = await write(machine, 'Carry me')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/board`)
    const card = page.locator('.card', { hasText: 'Drag me' })
    await card.waitFor()
    await card.dragTo(column(page, 'doing'), { targetPosition: { x: 60, y: 300 } })
    await column(page, 'doing').getByText('Drag me').waitFor()
    await machine.until('the server knows it', async () => await columnOf(machine, a.id) === 'doing')
    await page.locator(`[data-ticket="${b.id}"]`).focus()
    await page.keyboard.press('Shift+ArrowRight')
    await column(page, 'doing').getByText('Carry me').waitFor()
    await page.locator(`[data-ticket="${b.id}"]:focus`).waitFor()
    await page.keyboard.press('Shift+ArrowUp')
    await machine.until('it is the first', async () => (await machine.api('GET', '/api/tickets?column=doing')).tickets[0]?.id === b.id)
    await page.locator(`[data-ticket="${b.id}"]:focus`).waitFor()
    await page.keyboard.press('Shift+ArrowRight')
    await machine.until('it is in review', async () => await columnOf(machine, b.id) === 'review')
    await column(page, 'review').locator(`[data-ticket="${b.id}"]:focus`).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/t/${b.id}$`))
    await page.getByRole('heading', { name: 'Carry me' }).waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/board$/)
    quiet(page)
  },

  'a change from elsewhere shows by itself': async machine => {
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/board`)
    await page.getByRole('heading', { name: 'Board' }).waitFor()
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog', { name: 'New ticket' })
    await dialog.getByLabel('Title').fill('Half written')
    await page.mouse.click(5, 5)
    same(await dialog.getByLabel('Title').inputValue(), 'Half written', 'A click beside a dialog loses nothing that was written')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    const ticket = await write(machine, 'From the command line')
    await column(page, 'ready').getByText('From the command line').waitFor()
    await machine.api('POST', `/api/tickets/${ticket.id}/move`, { column: 'done' })
    await column(page, 'done').getByText('From the command line').waitFor()
    quiet(page)
  },

  'a ticket is commented, waits for another, and starts a session': async machine => {
    const before = await write(machine, 'Comes first')
    const ticket = await write(machine, 'brief, please', { body: '<img src=x onerror="window.hacked=1"> **bold**', dependsOn: [before.id], labels: ['net'] })
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/t/${ticket.id}`)
    await page.locator('.markdown strong', { hasText: 'bold' }).waitFor()
    await page.getByLabel('Comment', { exact: true }).fill('See the log of Tuesday.')
    await page.getByRole('button', { name: 'Comment', exact: true }).click()
    await page.getByRole('region', { name: 'Comments' }).getByText('See the log of Tuesday.', { exact: true }).first().waitFor()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText(`It waits for ${before.id}`).waitFor()
    await page.getByRole('dialog').locator('select').first().selectOption('demo')
    await page.getByRole('button', { name: 'Start anyway' }).click()
    await page.waitForURL(/\/s\/s/)
    const id = page.url().split('/').at(-1)
    await machine.untilIdle(id)
    await page.goto(`${machine.origin}/t/${ticket.id}`)
    await page.locator(`.ticket-side a[href="/s/${id}"]:visible`).first().waitFor()
    await page.locator(`.ticket-side a[href="/s/${id}/changes"]:visible`).first().waitFor()
    await page.locator('.ticket-side p:visible', { hasText: 'Altogether' }).waitFor()
    same(await page.evaluate(() => window.hacked), undefined, 'Nothing of the body ran')
    quiet(page)
  },

  'a phone shows one column at a time': async machine => {
    await write(machine, 'On the phone')
    const page = await machine.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    await page.goto(`${machine.origin}/board`)
    await page.getByRole('tab', { name: /Ready/ }).click()
    await column(page, 'ready').getByText('On the phone').waitFor()
    check(page.url().includes('column=ready'), 'The column is in the address')
    same(await column(page, 'doing').isVisible(), false, 'The others are not shown')
    same(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, 'Nothing is wider than the screen')
    quiet(page)
  },
}
