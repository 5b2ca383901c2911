// A Parley of its own for the tests: a process, a home, a browser. Ends only what it started.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const WEB = dirname(dirname(fileURLToPath(import.meta.url)))
export const ARTEFACTS = process.env.PAGE_ARTEFACTS ?? join(WEB, '../target/page')
const LIMIT = 60_000

export class Machine {
  constructor() {
    this.directory = mkdtempSync(join(tmpdir(), 'parley-page-'))
    this.home = join(this.directory, 'home')
    this.project = join(this.home, 'work/shop')
    this.environment = { PATH: '/usr/bin:/bin', HOME: this.home, PARLEY_HOME: join(this.directory, 'parley') }
    mkdirSync(this.project, { recursive: true })
    mkdirSync(join(this.directory, 'parley/config'), { recursive: true })
    writeFileSync(join(this.project, 'README.md'), '# Shop\n')
    writeFileSync(join(this.project, 'retry.ts'), 'export const retries = 3\n')
    this.port = 0
  }

  /** Everything as somebody else has prepared it: the environment of Parley, and where agents work. */
  on(environment, project) {
    this.environment = environment
    this.project = project
    return this
  }

  /** What Claude Code left on this machine, as recorded in the tests of its reader. */
  withHistory() {
    cpSync(join(WEB, '../src/test/resources/provider/claude/history/home'), join(this.home, '.claude'), { recursive: true })
    return this
  }

  /** A stored session of Claude Code with these messages: [who, text] pairs. */
  withSession(id, messages) {
    const folder = join(this.home, '.claude/projects/-home-dev-shop')
    mkdirSync(folder, { recursive: true })
    let parent = null
    const lines = messages.map(([who, text], at) => {
      const uuid = `${id.slice(0, 8)}-0000-4000-9000-${String(at).padStart(12, '0')}`
      const message = who === 'user' ? { role: 'user', content: text } : { id: `msg_${id.slice(0, 8)}_${at}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [{ type: 'text', text }], usage: { input_tokens: 10, output_tokens: 5 } }
      const line = { parentUuid: parent, isSidechain: false, type: who, message, uuid, timestamp: new Date(Date.UTC(2026, 10, 10, 8, 0, at)).toISOString(), cwd: this.project, sessionId: id, version: '2.1.325', gitBranch: 'main', userType: 'external' }
      parent = uuid
      return JSON.stringify(line)
    })
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`)
    return this
  }

  async start() {
    const java = join(process.env.PAGE_JAVA_HOME, 'bin/java')
    const args = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xlog:disable', '-Xlog:all=error:stderr', '--enable-native-access=ALL-UNNAMED', '-cp', process.env.PAGE_CLASSPATH, 'dev.parley.Main', 'up', '--no-open', '--port', String(this.port)]
    this.server = spawn(java, args, { cwd: this.project, env: this.environment, stdio: ['ignore', 'pipe', 'pipe'] })
    this.output = ''
    this.port = await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Parley did not start:\n${this.output}`)), LIMIT * 2)
      const read = data => {
        this.output += data
        const found = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(this.output)
        if (found) { clearTimeout(timer); resolve(Number(found[1])) }
      }
      this.server.stdout.on('data', read)
      this.server.stderr.on('data', read)
      this.server.on('exit', code => { clearTimeout(timer); reject(new Error(`Parley ended with ${code}:\n${this.output}`)) })
    })
    this.token = readFileSync(join(this.environment.PARLEY_HOME, 'data/token'), 'utf8').trim()
    return this
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`
  }

  async api(method, path, body) {
    const answer = await fetch(this.origin + path, { method, headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text ? JSON.parse(text) : undefined
  }

  /** A live session of the demo agent. */
  async session(prompt, more = {}) {
    return this.api('POST', '/api/live', { provider: 'demo', cwd: this.project, prompt, ...more })
  }

  /** Waits for a fact of the server's. */
  async until(what, fact) {
    const end = Date.now() + LIMIT
    for (;;) {
      const found = await fact()
      if (found) return found
      if (Date.now() > end) throw new Error(`It never came: ${what}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  }

  async untilIdle(id) {
    return this.until(`${id} is idle`, async () => ['idle', 'completed', 'error', 'interrupted'].includes((await this.api('GET', `/api/live/${id}`)).state))
  }

  async browser() {
    this.chromium ??= await chromium.launch({ executablePath: process.env.PAGE_CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })
    return this.chromium
  }

  /** A browser that has opened the link. */
  async signedIn(options = {}) {
    const browser = await this.browser()
    const context = await browser.newContext({ viewport: { width: 1360, height: 860 }, ...options })
    context.setDefaultTimeout(LIMIT)
    const page = await context.newPage()
    page.problems = []
    page.on('pageerror', error => page.problems.push(String(error.stack ?? error)))
    page.on('console', message => { if (message.type() === 'error' && !/WebSocket|Failed to load resource|ERR_/.test(message.text())) page.problems.push(message.text()) })
    const link = await this.api('POST', '/api/links', {})
    await page.goto(this.origin + link.path)
    await page.waitForSelector('.rail')
    return page
  }

  async kill9() {
    const gone = new Promise(resolve => this.server.on('exit', resolve))
    this.server.removeAllListeners('exit')
    this.server.on('exit', () => undefined)
    const over = new Promise(resolve => this.server.once('exit', resolve))
    this.server.kill('SIGKILL')
    await Promise.race([gone, over])
  }

  async end() {
    await this.chromium?.close()
    if (this.server && this.server.exitCode === null && this.server.signalCode === null) {
      const over = new Promise(resolve => this.server.once('exit', resolve))
      this.server.removeAllListeners('exit')
      this.server.once('exit', () => undefined)
      const done = new Promise(resolve => this.server.on('exit', resolve))
      this.server.kill('SIGTERM')
      await Promise.race([over, done, new Promise(resolve => setTimeout(resolve, 15_000))])
    }
    rmSync(this.directory, { recursive: true, force: true, maxRetries: 5 })
  }
}

export function check(isTrue, sentence) {
  if (!isTrue) throw new Error(sentence)
}

export function same(found, expected, sentence) {
  check(Object.is(found, expected), `${sentence}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`)
}

/** No error of the page's own in the console: React, CSP, anything. */
export function quiet(page) {
  check(page.problems.length === 0, `The page complained: ${page.problems.join('\n')}`)
}
