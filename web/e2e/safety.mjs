// What must hold on every screen: nothing hostile runs, everybody can read it, it stays small, a phone is enough.
import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { check, quiet, same } from './machine.mjs'

const HOSTILE = '0000beef-0000-4000-8000-000000000000'
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const BUILT = join(dirname(fileURLToPath(import.meta.url)), '../../target/classes/dev/parley/door/web/page')

const EVIL = [
  '# Hello <script>window.hacked = 1</script>',
  '<img src=x onerror="window.hacked = 2"> <iframe src="javascript:window.hacked = 3"></iframe>',
  '[click](javascript:window.hacked=4) [data](data:text/html,<script>window.hacked=5</script>) [file](file:///etc/passwd) [good](https://example.org/x)',
  '![pixel](https://evil.example/pixel.png)',
  '<a href="javascript:window.hacked=6">raw</a> <svg onload="window.hacked=7"></svg> <style>body { display: none }</style> <form action="https://evil.example"><input></form>',
  '```html\n<script>window.hacked = 8</script>\n```',
].join('\n\n')

export function prepare(machine) {
  machine.withHistory().withSession(HOSTILE, [['user', '<b onmouseover="window.hacked=9">bold</b> \u202Egnp.exe'], ['assistant', EVIL], ['user', 'thanks'], ['assistant', 'The end of it.']])
}

const ids = {}

export async function begin(machine) {
  ids.talk = (await machine.session('tool think')).id
  ids.asked = (await machine.session('edit')).id
  ids.failed = (await machine.session('error')).id
  await machine.untilIdle(ids.talk)
  await machine.untilIdle(ids.failed)
  await machine.until('an approval waits', async () => (await machine.api('GET', '/api/approvals')).length > 0)
  await machine.until('the history is read', async () => (await machine.api('GET', '/api/sessions')).total > 1)
}

const ROUTES = () => ['/inbox', '/live', `/live?panes=${ids.talk},${ids.failed}`, `/s/${ids.talk}`, `/s/${ids.asked}`, `/s/${ids.talk}/facts`, `/s/${ids.talk}/changes`, `/s/${ids.talk}/tree`, `/s/${ids.talk}/terminal`, '/history', '/history?q=the', '/board', '/rooms', '/term', '/usage', '/settings', '/settings/rules']

export const journeys = {
  'what an agent wrote is shown and never run': async machine => {
    const page = await machine.signedIn()
    const foreign = []
    page.on('request', request => { if (!request.url().startsWith(machine.origin) && !request.url().startsWith('data:')) foreign.push(request.url()) })
    await page.goto(`${machine.origin}/s/claude:${HOSTILE}`)
    await page.getByText('The end of it.').waitFor()
    await page.getByText('good', { exact: true }).waitFor()
    for (const text of ['click', 'data', 'raw', 'file']) await page.getByText(text, { exact: true }).first().click({ timeout: 2_000 }).catch(() => undefined)
    same(await page.evaluate(() => window.hacked), undefined, 'No script of the agent ran')
    same(foreign.join(), '', 'Nothing was fetched from elsewhere')
    same(await page.locator('.transcript img, .transcript iframe, .transcript form, .transcript svg[onload], .transcript style').count(), 0, 'No foreign element is there')
    const links = await page.locator('.transcript a').evaluateAll(all => all.map(one => [one.protocol, one.rel, one.target].join(' ')))
    check(links.length === 2 && links.every(link => link === 'https: noopener noreferrer _blank'), `Links say where they go: ${links}`)
    check(page.url().includes(HOSTILE), 'The page stayed where it was')
    quiet(page)
  },

  'no script runs that stands in the page, and none of others': async machine => {
    const page = await machine.signedIn()
    const answer = await page.goto(`${machine.origin}/live`)
    const policy = answer.headers()['content-security-policy']
    check(/script-src 'self';/.test(policy) && /default-src 'none'/.test(policy), policy)
    const stopped = await page.evaluate(() => new Promise(resolve => {
      document.addEventListener('securitypolicyviolation', event => resolve(event.violatedDirective), { once: true })
      const script = document.createElement('script')
      script.textContent = 'window.hacked = 1'
      document.body.append(script)
    }))
    check(stopped.startsWith('script-src'), `The browser stops inline script: ${stopped}`)
  },

  'everybody can read every screen, light and dark': async machine => {
    const found = []
    for (const colorScheme of ['light', 'dark']) {
      const page = await machine.signedIn({ colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
      for (const route of ROUTES()) {
        await page.goto(machine.origin + route)
        await settled(page)
        await page.evaluate(AXE)
        const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }))
        for (const one of violations) found.push(`${colorScheme} ${route}: ${one.id} ${one.nodes.slice(0, 2).map(node => node.html.slice(0, 160)).join(' | ')}`)
      }
      quiet(page)
    }
    check(found.length === 0, found.join('\n'))
  },

  'the page is small': async () => {
    const manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'))
    const size = file => gzipSync(readFileSync(join(BUILT, file))).length / 1024
    const entry = Object.values(manifest).find(one => one.isEntry)
    const first = new Set([entry.file])
    const walk = one => (one.imports ?? []).forEach(name => { first.add(manifest[name].file); walk(manifest[name]) })
    walk(entry)
    const entrySize = [...first].reduce((sum, file) => sum + size(file), 0)
    check(entrySize <= 220, `The entry has ${entrySize.toFixed(0)} KB, 220 are allowed`)
    for (const file of readdirSync(join(BUILT, 'assets'))) {
      if (file.endsWith('.js') && !first.has(`assets/${file}`)) check(size(`assets/${file}`) <= 150, `${file} has ${size(`assets/${file}`).toFixed(0)} KB, 150 are allowed`)
    }
    const css = readdirSync(join(BUILT, 'assets')).filter(file => file.endsWith('.css')).reduce((sum, file) => sum + size(`assets/${file}`), 0)
    check(css <= 25, `The styles have ${css.toFixed(1)} KB, 25 are allowed`)
  },

  'a phone is enough: list, then detail, and large buttons': async machine => {
    const page = await machine.signedIn({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
    for (const route of ROUTES()) {
      await page.goto(machine.origin + route)
      await settled(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      check(wide <= 390, `${route} is ${wide} wide on a phone`)
    }
    await page.goto(`${machine.origin}/inbox`)
    await page.getByRole('option', { name: /Change parley-demo.txt/ }).tap()
    const allow = await page.getByRole('button', { name: /Allow once/ }).boundingBox()
    const deny = await page.getByRole('button', { name: /^Deny/ }).first().boundingBox()
    check(allow.height >= 44 && deny.height >= 44, 'The buttons are large')
    check(deny.y - (allow.y + allow.height) >= 12, 'They are apart')
    // A tap is not enough for what reaches further.
    await page.getByRole('button', { name: /For this session/ }).tap()
    await page.getByRole('button', { name: /Allow once/ }).waitFor()
    same((await machine.api('GET', '/api/approvals')).length, 1, 'A tap on "For this session" allows nothing')
    await page.getByRole('button', { name: 'Back' }).tap()
    await page.getByRole('heading', { name: 'Inbox' }).waitFor()
    quiet(page)
  },

  'every key of the frame does what the help says': async machine => {
    const page = await machine.signedIn()
    for (const [key, path] of [['i', '/inbox'], ['l', '/live'], ['h', '/history'], ['b', '/board'], ['r', '/rooms'], ['t', '/term'], ['u', '/usage'], ['s', '/settings']]) {
      await page.keyboard.press('g')
      await page.keyboard.press(key)
      await page.waitForURL(url => url.pathname.startsWith(path))
      await page.locator('body').click({ position: { x: 1, y: 1 } })
    }
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.getByRole('heading', { name: 'Keys', exact: true }).click()
    await page.keyboard.press('n')
    same(await page.getByRole('dialog', { name: 'New session' }).count(), 0, 'What is behind a dialog has no keys')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' })
    await page.keyboard.press('Control+K')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await page.keyboard.type('go to live')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/live$/)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/s\//)
    await page.locator('.session-title').waitFor()
    await page.getByRole('button', { name: 'What can be done' }).click()
    await page.getByRole('menu', { name: 'What can be done' }).waitFor()
    await page.keyboard.press('#')
    await page.keyboard.press('Escape')
    await page.getByRole('menu', { name: 'What can be done' }).waitFor({ state: 'hidden' })
    check(/\/s\//.test(page.url()), 'A menu has the keys while it is open')
    check(!(await machine.api('GET', '/api/marks')).marks.some(mark => mark.isArchived), 'Nothing is done behind it')
    await page.locator('body').click({ position: { x: 1, y: 1 } })
    await page.keyboard.press('p')
    await machine.until('it is pinned', async () => (await machine.api('GET', '/api/marks')).marks.some(mark => mark.isPinned))
    await page.keyboard.press('/')
    await page.waitForURL(/\/history/)
    await page.goto(`${machine.origin}/history`)
    await page.locator(`.session-link[href*="${HOSTILE}"]`).click()
    await page.getByText('The end of it.').waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL(/\/history$/)
    quiet(page)
  },
}

/** Everything that loads has loaded. */
export async function settled(page) {
  await page.waitForLoadState('networkidle')
  await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
}
