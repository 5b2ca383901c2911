// node run.mjs <suite> [journey]: runs the journeys of one file one after the other and prints a line of JSON for each.
import { mkdirSync } from 'node:fs'
import { ARTEFACTS, Machine } from './machine.mjs'

const [name, only] = process.argv.slice(2)
const suite = await import(`./${name}.mjs`)
mkdirSync(ARTEFACTS, { recursive: true })
const machine = new Machine()
let failed = 0
try {
  await suite.prepare?.(machine)
  await machine.start()
  await suite.begin?.(machine)
  for (const [title, journey] of Object.entries(suite.journeys)) {
    if (only && title !== only) continue
    const started = Date.now()
    let problem = null
    try {
      await journey(machine)
    } catch (failure) {
      problem = String(failure.stack ?? failure)
      failed++
      await picture(title)
    }
    for (const context of machine.chromium?.contexts() ?? []) await context.close()
    console.log(JSON.stringify({ journey: title, milliseconds: Date.now() - started, problem }))
  }
} catch (failure) {
  failed++
  console.log(JSON.stringify({ journey: 'start', milliseconds: 0, problem: String(failure.stack ?? failure) }))
} finally {
  await machine.end()
}
process.exit(failed ? 1 : 0)

async function picture(title) {
  const page = machine.chromium?.contexts().flatMap(context => context.pages()).at(-1)
  await page?.screenshot({ path: `${ARTEFACTS}/failed-${title.replace(/\W+/g, '-')}.png` }).catch(() => undefined)
}
