// What the agent did to the files: seen line by line, commented, taken back.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { ARTEFACTS, check, quiet, same } from './machine.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
// Its second line looks like the head of a patch once it is removed.
const BEFORE = 'one\n-- two\nthree\n'
const HOSTILE = '<img src=x onerror=alert(1)>.txt'

/** A session whose turn waits for its approval, with the files before it kept already. */
async function asking(machine) {
  const file = join(machine.project, 'parley-demo.txt')
  writeFileSync(file, BEFORE)
  const session = await machine.session('edit')
  await machine.until('it asks', async () => (await machine.api('GET', '/api/approvals')).some(one => one.sessionId === session.id))
  await machine.until('the files before the turn are kept', async () => (await changesOf(machine, session)).turns.length === 1)
  return { session, file }
}

const changesOf = (machine, session) => machine.api('GET', `/api/live/${session.id}/changes`)

async function allow(machine, session) {
  const approval = (await machine.api('GET', '/api/approvals')).find(one => one.sessionId === session.id)
  await machine.api('POST', `/api/approvals/${encodeURIComponent(approval.approvalId)}`, { decision: 'allow' })
  await machine.untilIdle(session.id)
}

async function readable(page) {
  await page.evaluate(AXE)
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], resultTypes: ['violations'] }))
  check(found.violations.length === 0, found.violations.map(one => `${one.id} ${one.help}: ${one.nodes.map(node => node.html.slice(0, 200)).slice(0, 3).join(' | ')}`).join('\n'))
}

export const journeys = {
  'an edit is allowed, seen in Changes, and taken back': async machine => {
    const { session, file } = await asking(machine)
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${session.id}`)
    await page.getByRole('button', { name: /Allow once/ }).waitFor()
    await page.keyboard.press('d')
    await page.waitForURL(/\/changes$/)
    await page.getByText('No file has changed yet.').waitFor()
    await allow(machine, session)
    // Nothing is reloaded: the socket says that there is something to see.
    const turn = page.getByRole('region', { name: 'Turn 1' })
    await turn.getByRole('button', { name: /parley-demo\.txt.*by the agent/ }).click()
    await page.locator('.patch-line.added', { hasText: "Written by Parley's demo agent" }).waitFor()
    await page.locator('.patch-line.removed', { hasText: '-- two' }).waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/changes-light.png` })
    await readable(page)
    await page.getByRole('button', { name: 'Side by side' }).click()
    await page.locator('.patch-pair', { hasText: 'one' }).filter({ hasText: "Written by Parley's demo agent" }).waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/changes-split.png` })
    await readable(page)

    await turn.getByRole('button', { name: 'What can be done with Turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Undo this turn…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo turn 1' })
    await dialog.getByText('as it was before', { exact: true }).waitFor()
    check(readFileSync(file, 'utf8') !== BEFORE, 'A preview writes nothing')
    await page.screenshot({ path: `${ARTEFACTS}/changes-undo.png` })
    await dialog.getByRole('button', { name: 'Undo in 1 file' }).click()
    await page.getByRole('heading', { name: 'Undo of 1' }).waitFor()
    same(readFileSync(file, 'utf8'), BEFORE, 'The file is back')
    await page.getByText('All in all, nothing has changed.').waitFor()

    await turn.getByRole('button', { name: 'What can be done with Turn 1' }).click()
    await page.getByRole('menuitem', { name: 'Undo this and all after it…' }).click()
    await page.getByRole('dialog', { name: 'Undo turn 1 and all after it' }).getByText('There is nothing to take back').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('c')
    const comment = page.getByRole('textbox', { name: /Comment on (old )?line 1/ })
    const address = page.url()
    await comment.press('Escape')
    await comment.waitFor({ state: 'detached' })
    same(page.url(), address, 'Escape in a field leaves the field and not the session')
    quiet(page)
  },

  'a conflict is shown before anything is written': async machine => {
    const { session, file } = await asking(machine)
    await allow(machine, session)
    await machine.until('the turn is kept', async () => (await changesOf(machine, session)).turns[0].files.length === 1)
    writeFileSync(file, 'something else altogether\n')
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${session.id}/changes`)
    await page.getByRole('button', { name: 'Undo in this file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo turn 1 in this file' })
    await dialog.getByText('1 conflict.').waitFor()
    check(await dialog.getByRole('button', { name: 'Undo all but the conflicts' }).isDisabled(), 'There is nothing else to undo')
    same(readFileSync(file, 'utf8'), 'something else altogether\n', 'The file is left alone')
    quiet(page)
  },

  'comments on lines are sent as one prompt; names and lines of files are only text; long patches stay short': async machine => {
    const { session } = await asking(machine)
    writeFileSync(join(machine.project, HOSTILE), '<script>alert(1)</script>\n\u202Ereversed\n')
    writeFileSync(join(machine.project, 'long.txt'), Array.from({ length: 20_000 }, (_, at) => `line ${at + 1}`).join('\n') + '\n')
    await allow(machine, session)
    await machine.until('the turn is kept', async () => (await changesOf(machine, session)).turns[0].files.length === 3)
    const page = await machine.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' })
    page.on('dialog', () => page.problems.push('A file ran a script'))
    await page.goto(`${machine.origin}/s/${session.id}/changes`)
    const turn = page.getByRole('region', { name: 'Turn 1' })
    await turn.getByRole('button', { name: /long\.txt.*by someone unknown/ }).waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/changes-phone-dark.png` })
    await turn.getByRole('button', { name: /onerror/ }).click()
    await page.getByText('<script>alert(1)</script>').waitFor()
    await page.getByText('‹U+202E›reversed').waitFor()
    await page.getByRole('button', { name: 'Comment on line 1', exact: true }).click()
    await page.getByLabel('Comment on line 1', { exact: true }).and(page.locator('textarea')).fill('Is this needed?')
    await page.getByRole('button', { name: 'Keep the comment' }).click()
    await page.getByText('1 comment waits').waitFor()
    await page.screenshot({ path: `${ARTEFACTS}/changes-phone-comment.png` })
    await readable(page)
    check(!(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)), 'It is no wider than the screen')
    await page.getByRole('button', { name: 'Back to the files' }).click()
    await turn.getByRole('button', { name: /long\.txt/ }).click()
    await page.locator('.patch-line', { hasText: /line 5$/ }).waitFor()
    check((await page.locator('.patch-line').count()) < 400, 'Only what is on the screen is in the page')
    await page.getByRole('button', { name: 'Send as one prompt' }).click()
    await page.locator('.prompt-text', { hasText: 'Please see to these comments on your changes' }).waitFor()
    await machine.untilIdle(session.id)
    same((await machine.api('GET', `/api/live/${session.id}/changes/comments`)).comments.length, 0, 'No comment waits any more')
    quiet(page)
  },

  'a patch has the colours of its language; one that is cut says how much is missing': async machine => {
    const { session } = await asking(machine)
    writeFileSync(join(machine.project, 'code.ts'), '/* a comment\n   of two lines */\nexport const name = `<b>${1 + 2}</b>` // "why"\n')
    writeFileSync(join(machine.project, 'lines.txt'), 'x\n'.repeat(1_000_100))
    await allow(machine, session)
    await machine.until('the turn is kept', async () => (await changesOf(machine, session)).turns[0].files.length === 3)
    for (const colorScheme of ['light', 'dark']) {
      const page = await machine.signedIn({ colorScheme })
      await page.goto(`${machine.origin}/s/${session.id}/changes?turn=1&path=code.ts`)
      await page.locator('.patch-line', { hasText: 'of two lines' }).locator('.hljs-comment').waitFor()
      same((await page.locator('.patch-line .hljs-keyword').allTextContents()).join(), 'export,const', 'What is a keyword')
      same(await page.locator('.patch-line.added .patch-text').last().textContent(), 'added: export const name = `<b>${1 + 2}</b>` // "why"', 'The text is as it was')
      await page.screenshot({ path: `${ARTEFACTS}/changes-colours-${colorScheme}.png` })
      await readable(page)
      await page.getByRole('button', { name: 'Side by side' }).click()
      await page.locator('.patch-pair .hljs-keyword').first().waitFor()
      quiet(page)
    }
    const page = await machine.signedIn()
    await page.goto(`${machine.origin}/s/${session.id}/changes?turn=1&path=lines.txt`)
    await page.getByText('The first 1,000,000 lines. 101 more are not shown').waitFor()
    await page.getByText('It is too long to be coloured.').waitFor()
    check((await page.locator('.patch-line').count()) < 400, 'Only what is on the screen is in the page')
    quiet(page)
  },

  'a patch of 200,000 lines is smooth: what is typed beside it never waits': async machine => {
    const { session } = await asking(machine)
    writeFileSync(join(machine.project, 'huge.txt'), Array.from({ length: 200_000 }, (_, at) => `line ${at + 1} of it`).join('\n') + '\n')
    await allow(machine, session)
    await machine.until('the turn is kept', async () => (await changesOf(machine, session)).turns[0].files.length === 2)
    const page = await machine.signedIn()
    await page.addInitScript(() => {
      window.longest = 0
      new PerformanceObserver(list => { for (const one of list.getEntries()) window.longest = Math.max(window.longest, one.duration) }).observe({ type: 'longtask' })
    })
    await page.goto(`${machine.origin}/s/${session.id}/changes?turn=1&path=parley-demo.txt`)
    await page.locator('.patch-line').first().waitFor()
    await page.evaluate(() => { window.longest = 0 })
    await page.getByRole('button', { name: /huge\.txt/ }).first().click()
    await page.locator('.patch-line', { hasText: /line 5 of it$/ }).waitFor()
    // A long task is told of when it is over.
    await page.evaluate(() => new Promise(done => setTimeout(() => requestIdleCallback(done), 0)))
    const opened = await page.evaluate(() => window.longest)
    const box = page.locator('.patch')
    for (const share of [0.5, 1]) {
      await box.evaluate((element, part) => { element.scrollTop = element.scrollHeight * part }, share)
      await page.waitForFunction(part => [...document.querySelectorAll('.patch-line')].some(line => Number(/line (\d+) of it/.exec(line.textContent)?.[1] ?? 0) > part * 190_000), share)
      check((await page.locator('.patch-line').count()) < 400, 'Only what is on the screen is in the page')
    }
    await page.locator('.patch-number').last().click()
    const field = page.locator('.line-comment textarea')
    await page.evaluate(() => { window.longest = 0 })
    await field.pressSequentially('why is this so long', { delay: 20 })
    same(await field.inputValue(), 'why is this so long', 'Every letter arrived')
    const typed = await page.evaluate(() => window.longest)
    console.log(JSON.stringify({ figure: 'the longest task with a patch of 200,000 lines', opened: Math.round(opened), typed: Math.round(typed), load: readFileSync('/proc/loadavg', 'utf8').split(' ')[0] }))
    // Loaded machines stretch a task many times; a page that reads all lines at once takes seconds.
    check(typed < 400, `A task took ${typed} ms while a person typed`)
    quiet(page)
  },
}
