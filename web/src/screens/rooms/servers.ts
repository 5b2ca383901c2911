import { Refusal } from '../../api/client'
import type { ToolServer } from '../../api/generated'

/** An MCP server as a person types it: where it is, and its variables or headers, one a line. */
export interface TypedServer {
  name: string
  where: string
  values: string
}

const ADDRESS = /^https?:\/\//i
const WORDS = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g

export function typedServers(servers: Readonly<Record<string, ToolServer>> | undefined): TypedServer[] {
  return Object.entries(servers ?? {}).map(([name, one]) => ({
    name,
    where: one.url ?? [one.command ?? '', ...(one.args ?? [])].map(quoted).join(' '),
    values: Object.entries((one.url ? one.headers : one.env) ?? {}).map(([key, value]) => (one.url ? `${key}: ${value}` : `${key}=${value}`)).join('\n'),
  }))
}

function quoted(word: string): string {
  return /^[^\s"'\\]+$/.test(word) ? word : `"${word.replaceAll(/(["\\])/g, '\\$1')}"`
}

/** What was typed, as the server wants it; what makes no sense is refused with the name of the server. */
export function serversOf(typed: readonly TypedServer[]): Record<string, ToolServer> {
  const all: Record<string, ToolServer> = {}
  for (const one of typed) {
    const name = one.name.trim()
    if (name in all) throw refusal(`Two MCP servers are called ${name}.`, 'Give each a name of its own.')
    all[name] = serverOf(name, one)
  }
  return all
}

function serverOf(name: string, typed: TypedServer): ToolServer {
  const where = typed.where.trim()
  if (ADDRESS.test(where)) return { url: where, headers: valuesOf(name, typed.values, ':', 'Name: value') }
  const [command, ...args] = wordsOf(name, where)
  return { command, args, env: valuesOf(name, typed.values, '=', 'NAME=value') }
}

function wordsOf(name: string, text: string): string[] {
  return [...text.matchAll(WORDS)].map(([, double, single, bare]) => {
    if (bare !== undefined && /^["']/.test(bare)) throw refusal(`A quotation mark of the MCP server ${name} is open.`, 'Close it.')
    return double?.replaceAll(/\\(.)/g, '$1') ?? single ?? bare ?? ''
  })
}

function valuesOf(name: string, text: string, mark: string, form: string): Record<string, string> {
  const values: Record<string, string> = {}
  for (const line of text.split('\n').filter(one => one.trim() !== '')) {
    const at = line.indexOf(mark)
    const key = line.slice(0, at).trim()
    if (at < 1 || /\s/.test(key)) throw refusal(`"${line.trim()}" of the MCP server ${name} is no value.`, `Write one a line: ${form}. \${NAME} stands for a variable of Parley's environment.`)
    values[key] = line.slice(at + 1).trim()
  }
  return values
}

function refusal(title: string, detail: string): Refusal {
  return new Refusal({ title, detail, status: 400, kind: 'INVALID_REQUEST' })
}
