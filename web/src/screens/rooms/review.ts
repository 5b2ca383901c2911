/** What a review is about, and what its agents answer, as people read it: the JSON among it is for Parley. */

const DIFF = /(?:^|\n+)(`{3}|~{6})diff\n([\s\S]*?)\n\1\s*$/
const BLOCK = /```(?:json)?\s*([\s\S]*?)```/g

/** A message of a person, and the change that goes with it. */
export function withoutDiff(text: string): { text: string; diff?: string } {
  const found = DIFF.exec(text)
  return found ? { text: text.slice(0, found.index).trim(), diff: found[2] } : { text }
}

/** The words around the findings and verdicts of an agent, and a line of Markdown for each of these. */
export function withoutJson(text: string): string {
  let lines: string[] | undefined
  const rest = text.replaceAll(BLOCK, (block, json: string) => {
    const found = linesOf(json)
    if (found) lines = [...(lines ?? []), ...found]
    return found ? '' : block
  })
  if (lines === undefined) {
    const all = linesOf(text)
    return all ? all.join('\n') : text
  }
  return `${rest.trim()}\n\n${lines.join('\n')}`.trim()
}

function linesOf(json: string): string[] | undefined {
  const said = parsed(json)
  if (said === undefined) return undefined
  const findings = listOf(Array.isArray(said) ? said : said['findings'])
  if (findings) return findings.length === 0 ? ['Nothing found.'] : findings.map(one => `- **${plain(one['title'])}** ${plain(one['file'])}${one['line'] === undefined ? '' : `:${plain(one['line'])}`}`)
  return listOf((said as Record<string, unknown>)['verdicts'])?.map(one => `- ${plain(one['verdict'])} **${plain(one['id'])}** ${plain(one['reason'])}`)
}

function parsed(json: string): Record<string, unknown> | unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function listOf(value: unknown): Record<string, unknown>[] | undefined {
  return Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : undefined
}

function plain(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).replaceAll(/\s+/g, ' ').replaceAll(/[*_`[\]<>\\#|]/g, '\\$&').slice(0, 400) : ''
}
