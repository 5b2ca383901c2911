// What a person does all day: start, read, answer, queue, come back.
import { check, quiet, same } from './machine.mjs'

export const journeys = {
  'a used link and a missing cookie say what to do': async machine => {
    const browser = await machine.browser()
    const page = await (await browser.newContext()).newPage()
    await page.goto(`${machine.origin}/login?code=used`)
    await page.getByRole('heading', { name: 'This link has been used' }).waitFor()
    await page.goto(`${machine.origin}/live`)
    await page.getByRole('heading', { name: 'not signed in' }).waitFor()
    check((await page.textContent('body')).includes('parley up'), 'It says which command prints a link')
  },

  'a session is started with keys alone, and its answer streams in': async machine => {
    const page = await machine.signedIn()
    await page.getByRole('heading', { name: 'Nothing is running.' }).waitFor()
    await page.keyboard.press('n')
    await page.getByRole('dialog', { name: 'New session' }).waitFor()
    await page.getByLabel('Where').fill(machine.project)
    await page.getByLabel('Agent').selectOption('demo')
    await page.getByLabel('What to do').fill('tool, please')
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/s\/s/)
    await page.getByText('Hello from the demo agent').waitFor()
    await page.getByRole('button', { name: /Looked at/ }).waitFor()
    await page.getByLabel('Write to Demo agent').fill('brief again')
    await page.keyboard.press('Enter')
    await page.getByText('Turn 2, demo-1.').waitFor()
    same(await page.getByText('brief again', { exact: true }).count(), 1, 'The prompt is shown once')
    same(await page.title(), 'Parley · tool, please', 'The title names the session')
    quiet(page)
  },

  'an approval is answered from the inbox with one key': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('edit')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.getByRole('option', { name: /Change parley-demo.txt/ }).click()
    await page.getByText('wants to change').waitFor()
    check((await page.title()).startsWith('('), 'The title counts what waits')
    await page.keyboard.press('y')
    await machine.untilIdle(session.id)
    await page.getByRole('option', { name: /Change parley-demo.txt/ }).waitFor({ state: 'detached' })
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByText(/Allowed by/).waitFor()
    check((await page.textContent('.diff')).includes("Written by Parley's demo agent"), 'The edit is shown as a difference')
    quiet(page)
  },

  'an approval answered elsewhere goes away while it is shown': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('edit')
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByRole('button', { name: /Allow once/ }).waitFor()
    const [approval] = await machine.api('GET', '/api/approvals')
    await machine.api('POST', `/api/approvals/${encodeURIComponent(approval.approvalId)}`, { decision: 'deny' })
    await page.getByRole('button', { name: /Allow once/ }).waitFor({ state: 'detached' })
    await page.getByText(/Denied by/).waitFor()
    quiet(page)
  },

  'a question that takes the place of another is not answered by a key or a click that was meant for that one': async machine => {
    const page = await machine.signedIn()
    const sessions = []
    for (let at = 0; at < 3; at++) {
      const session = await machine.session('edit')
      await machine.until('it asks', async () => (await machine.api('GET', '/api/approvals')).some(one => one.sessionId === session.id))
      sessions.push(session)
    }
    const asked = () => machine.api('GET', '/api/approvals')
    const of = async session => (await asked()).find(one => one.sessionId === session.id)
    await page.goto(`${machine.origin}/inbox`)
    await page.getByRole('option').nth(2).waitFor()
    await page.getByRole('button', { name: /Allow once/ }).waitFor()
    // The key is pressed just when the next question is on the screen.
    await page.evaluate(() => {
      const shown = () => document.querySelector('[role=option][aria-selected=true]')?.parentElement
      const before = shown()
      new MutationObserver((_, observer) => {
        if (!shown() || shown() === before) return
        observer.disconnect()
        const since = performance.now()
        setTimeout(() => {
          // On a machine that is too busy it is late by itself, and nothing can be said.
          if (performance.now() - since < 400) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'y', bubbles: true }))
          window.wasPressed = true
        }, 60)
      }).observe(document.querySelector('[role=listbox]'), { subtree: true, childList: true, attributes: true })
    })
    await machine.api('POST', `/api/approvals/${encodeURIComponent((await of(sessions[0])).approvalId)}`, { decision: 'deny' })
    await page.waitForFunction(() => window.wasPressed)
    await answeredBy(page)
    same((await asked()).length, 2, 'The other two still wait')
    const box = await page.getByRole('button', { name: /Allow once/ }).boundingBox()
    await page.mouse.move(box.x + 10, box.y + 10)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await answeredBy(page)
    same((await asked()).length, 2, 'The second half of a double click answers nothing')
    for (const session of sessions.slice(1)) await machine.api('POST', `/api/approvals/${encodeURIComponent((await of(session)).approvalId)}`, { decision: 'deny' })
    for (const session of sessions) await machine.untilIdle(session.id)
    quiet(page)
  },

  'keys go from what waits to what waits next, and put it beside another': async machine => {
    const page = await machine.signedIn()
    const sessions = [await machine.session('edit'), await machine.session('edit')]
    const asked = await machine.until('both ask', async () => {
      const all = await machine.api('GET', '/api/approvals')
      return sessions.every(session => all.some(one => one.sessionId === session.id)) && all
    })
    const [first, second] = asked.map(one => one.sessionId)
    await page.goto(`${machine.origin}/s/${first}`)
    await page.getByRole('button', { name: /Allow once/ }).waitFor()
    await page.waitForFunction(() => document.title.startsWith('(2)'))
    await page.keyboard.press(']')
    await page.waitForURL(new RegExp(`/s/${second}$`))
    await page.locator(`.tabs a[href="/s/${second}"]`).waitFor()
    await page.keyboard.press('Control+\\')
    await page.waitForURL(/\/live\?panes=/)
    await page.locator('.pane').nth(1).waitFor()
    for (const one of asked) await machine.api('POST', `/api/approvals/${encodeURIComponent(one.approvalId)}`, { decision: 'deny' })
    for (const session of sessions) await machine.untilIdle(session.id)
    quiet(page)
  },

  'what could not be sent stays, on other screens and over a reload, and is sent once': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('brief')
    await machine.untilIdle(session.id)
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.route('**/api/live/*/actions', route => route.abort())
    const field = page.getByLabel('Write to Demo agent')
    await field.fill('brief, do not lose this')
    await page.keyboard.press('Enter')
    await page.getByText('Not sent: brief, do not lose this').waitFor()
    await page.getByRole('link', { name: 'Facts' }).click()
    await page.getByText('Id in Parley').waitFor()
    await page.getByRole('link', { name: 'Talk' }).click()
    await page.getByText('Not sent: brief, do not lose this').waitFor()
    await field.fill('brief, and then this')
    check(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), 'The next one waits for it')
    await page.reload()
    await page.getByText('Nobody knows whether this was sent.').waitFor()
    await page.unroute('**/api/live/*/actions')
    await page.getByRole('button', { name: 'Send again' }).click()
    await page.getByText('Turn 2, demo-1.').waitFor()
    await page.getByText('Nobody knows whether this was sent.').waitFor({ state: 'detached' })
    same(await page.locator('.prompt-text', { hasText: 'brief, do not lose this' }).count(), 1, 'It was sent once')
    same(await field.inputValue(), 'brief, and then this', 'What was written since is there')
    // The answer is lost although Parley has it: it is in the talk, and not offered again.
    await page.route('**/api/live/*/actions', async route => { await route.fetch(); await route.abort() })
    await field.press('Enter')
    await page.getByText('Turn 3, demo-1.').waitFor()
    await page.getByText(/Not sent/).waitFor({ state: 'detached' })
    quiet(page)
  },

  'the clock of the browser may be off': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('error')
    await machine.until('it failed', async () => (await machine.api('GET', '/api/inbox')).items.some(one => one.ref === session.id))
    await page.clock.setFixedTime(new Date(Date.now() + 5 * 3_600_000))
    await page.goto(`${machine.origin}/inbox`)
    await page.getByText('Failed', { exact: true }).waitFor()
    check(!(await page.locator('.inbox-row').allTextContents()).some(text => /\d h/.test(text)), 'Nothing is five hours old')
    // A question comes first in the list; what is being read stays where it is.
    const asking = await machine.session('edit')
    await page.getByRole('option', { name: /Change parley-demo.txt/ }).first().waitFor()
    await page.getByRole('option', { name: /demo agent failed/, selected: true }).waitFor()
    const question = (await machine.api('GET', '/api/approvals')).find(one => one.sessionId === asking.id)
    await machine.api('POST', `/api/approvals/${encodeURIComponent(question.approvalId)}`, { decision: 'deny' })
    await page.keyboard.press('s')
    const item = await machine.until('it is put off', async () => (await machine.api('GET', '/api/inbox?snoozed=true')).items.find(one => one.snoozedUntil))
    check(Math.abs(Date.parse(item.snoozedUntil) - Date.now() - 3_600_000) < 1_200_000, `It comes back in an hour: ${item.snoozedUntil}`)
    quiet(page)
  },

  'two tabs see the same, and a prompt waits in the queue of both': async machine => {
    const first = await machine.signedIn()
    // Its turn lasts until its question is answered, however slow the machine is.
    const session = await machine.session('edit')
    const approval = await machine.until('it asks', async () => (await machine.api('GET', '/api/approvals')).find(one => one.sessionId === session.id))
    await first.goto(`${machine.origin}/s/${session.id}`)
    const second = await first.context().newPage()
    await second.goto(`${machine.origin}/s/${session.id}`)
    await first.getByLabel('Write to Demo agent').fill('brief one')
    await first.getByRole('button', { name: 'Queue' }).click()
    await second.getByRole('group', { name: 'Queue' }).getByText('brief one').waitFor()
    await second.reload()
    await second.getByRole('group', { name: 'Queue' }).getByText('brief one').waitFor()
    await machine.api('POST', `/api/approvals/${encodeURIComponent(approval.approvalId)}`, { decision: 'allow' })
    await second.getByText('Turn 2, demo-1.').waitFor()
    await first.getByText('Turn 2, demo-1.').waitFor()
    await first.getByRole('group', { name: 'Queue' }).waitFor({ state: 'detached' })
    quiet(first)
  },

  'a draft survives a reload, and so does the place of a row': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('brief')
    await machine.untilIdle(session.id)
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByLabel('Write to Demo agent').fill('half a thought')
    await page.reload()
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'half a thought')
    await machine.until('the draft is on the server', async () => (await machine.api('GET', '/api/marks')).marks.some(mark => mark.draft === 'half a thought'))
    quiet(page)
  },

  'files complete behind an at sign': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('brief')
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByLabel('Write to Demo agent').pressSequentially('look at @ret')
    await page.getByRole('option', { name: 'retry.ts' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'look at @retry.ts ')
    quiet(page)
  },

  'the server is killed in mid-stream and comes back: nothing is lost, nothing is twice': async machine => {
    const page = await machine.signedIn()
    const session = await machine.session('slow long')
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByText('Hello from the').waitFor()
    // What is asked while the server is away fails, and is asked again when it is back: the name of the agent, for one.
    await page.route('**/api/providers', route => route.abort())
    await page.reload()
    await page.getByText('Hello from the').waitFor()
    await machine.kill9()
    await page.getByText('Parley does not answer').waitFor()
    await page.getByLabel('Write to demo', { exact: true }).waitFor()
    await page.unroute('**/api/providers')
    await machine.start()
    await page.getByText('Parley does not answer').waitFor({ state: 'detached' })
    await page.getByLabel('Write to Demo agent').fill('brief, are you back')
    await page.keyboard.press('Enter')
    await page.getByText(/Turn \d, demo-1\./).waitFor()
    const shown = await rowsOf(page)
    const view = await machine.api('GET', `/api/view/${session.id}?limit=200`)
    same(JSON.stringify(shown), JSON.stringify(view.rows.map(row => row.id)), 'The rows on the screen are those of the log, each once')
    quiet(page)
  },
}

/** What the page has sent before has been answered, as far as one can tell from outside. */
async function answeredBy(page) {
  for (let time = 0; time < 3; time++) await page.evaluate(() => fetch('/api/approvals').then(answer => answer.json()))
}

async function rowsOf(page) {
  return page.locator('[data-row]').evaluateAll(rows => rows.sort((a, b) => Number(a.dataset.index) - Number(b.dataset.index)).map(row => row.dataset.row))
}
