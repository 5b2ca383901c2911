import { oneLine } from '../ui/text'
import { difference, readPatch, type FileDiff } from './diff'
import type { ToolRow } from './row'

export type ToolKind = 'run' | 'read' | 'look' | 'edit' | 'write' | 'web' | 'plan' | 'agent' | 'ticket' | 'other'

const KINDS: [RegExp, ToolKind][] = [
  [/bash|shell|exec|run_?command|terminal|^command/i, 'run'],
  [/ticket/i, 'ticket'],
  [/web|fetch|browse|url/i, 'web'],
  [/todo|plan/i, 'plan'],
  [/multi_?edit|edit|patch|replace|update_file|file_?change/i, 'edit'],
  [/write|create_file|save/i, 'write'],
  [/grep|glob|search|find|^ls$|list/i, 'look'],
  [/read|view|cat|open_file/i, 'read'],
  [/task|agent/i, 'agent'],
]

const WORDS: Record<ToolKind, string> = {
  run: 'Ran', read: 'Read', look: 'Looked at', edit: 'Edited', write: 'Wrote', web: 'Visited', plan: 'Plan', agent: 'Agent', ticket: 'Tickets', other: '',
}

export function kindOf(name: string): ToolKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'
}

type Values = Record<string, unknown>
const values = (row: ToolRow): Values => (typeof row.arguments === 'object' && row.arguments !== null ? (row.arguments as Values) : {})
const text = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined)
const first = (from: Values, ...names: string[]): string | undefined => names.map(name => text(from[name])).find(Boolean)

/** A tool call in one line: a verb, and what it is about. */
export function lineOf(row: ToolRow): { kind: ToolKind; verb: string; about: string } {
  const kind = kindOf(row.name)
  const given = values(row)
  const path = first(given, 'file_path', 'path', 'filePath', 'absolute_path', 'file', 'directory') ?? row.files?.[0]
  const command = row.command ?? first(given, 'command', 'cmd', 'script') ?? (Array.isArray(given.command) ? given.command.join(' ') : undefined)
  const about = {
    run: command, read: path, edit: path, write: path,
    look: first(given, 'pattern', 'query', 'glob') ?? path,
    web: first(given, 'url', 'query'),
    plan: undefined,
    agent: first(given, 'description', 'prompt'),
    ticket: Array.isArray(given.tickets) ? `${given.tickets.length} proposed` : undefined,
    other: undefined,
  }[kind]
  const said = oneLine(about ?? row.summary ?? (kind === 'other' || kind === 'ticket' ? brief(given) : ''))
  return { kind, verb: WORDS[kind] || row.name, about: kind === 'look' && said === '.' ? 'the directory' : said }
}

function brief(given: Values): string {
  const words = Object.values(given).filter(value => typeof value === 'string' || typeof value === 'number')
  return words.join(' · ')
}

/** What an editing tool changes, as far as its arguments tell. */
export function diffsOf(row: ToolRow): FileDiff[] {
  const given = values(row)
  const path = first(given, 'file_path', 'path', 'filePath', 'absolute_path', 'file') ?? row.files?.[0] ?? ''
  const kind = kindOf(row.name)
  if (kind !== 'edit' && kind !== 'write') return []
  if (Array.isArray(given.edits)) return given.edits.filter(isValues).map(edit => pair(path, edit)).filter(one => one !== undefined)
  const whole = pair(path, given)
  if (whole) return [whole]
  const patch = first(given, 'patch', 'diff', 'unified_diff', 'input')
  if (patch) return [readPatch(path || fileOfPatch(patch), patch)]
  if (isValues(given.changes)) return Object.entries(given.changes).flatMap(([file, change]) => (isValues(change) ? ofChange(file, change) : []))
  const content = first(given, 'content', 'contents', 'text')
  return content === undefined ? [] : [difference(path, '', content)]
}

function ofChange(file: string, change: Values): FileDiff[] {
  const patch = first(change, 'unified_diff', 'diff')
  if (patch) return [readPatch(file, patch)]
  const content = first(change, 'content')
  return content === undefined ? [] : [difference(file, '', content)]
}

function pair(path: string, given: Values): FileDiff | undefined {
  const before = given.old_string ?? given.oldText ?? given.oldString ?? given.old_str
  const after = given.new_string ?? given.newText ?? given.newString ?? given.new_str
  return typeof after === 'string' ? difference(path, typeof before === 'string' ? before : '', after) : undefined
}

function fileOfPatch(patch: string): string {
  return /^\*\*\* (?:Update|Add|Delete) File: (.+)$/m.exec(patch)?.[1] ?? /^\+\+\+ (?:b\/)?(.+)$/m.exec(patch)?.[1] ?? ''
}

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
