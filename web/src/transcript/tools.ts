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
  const path = first(given, 'file_path', 'path', 'filePath', 'absolute_path', 'file', 'directory') ?? row.files?.[0] ?? changed(given)
  const command = unwrapped(row.command ?? first(given, 'command', 'cmd', 'script') ?? (Array.isArray(given.command) ? given.command.join(' ') : undefined))
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

/** The first file of a list of changes. */
function changed(given: Values): string | undefined {
  const { changes } = given
  if (Array.isArray(changes)) return changes.filter(isValues).map(change => first(change, 'path', 'file')).find(Boolean)
  return isValues(changes) ? Object.keys(changes)[0] : undefined
}

/** A CLI may put a shell around every command: in one line only the command is of interest. */
function unwrapped(command: string | undefined): string | undefined {
  const inner = /^(?:\/\S*\/)?(?:ba|z|da)?sh -l?c (['"])([^'"]*)\1$/.exec(command ?? '')
  return inner?.[2] ?? command
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
  if (Array.isArray(given.changes)) return given.changes.filter(isValues).flatMap(change => ofChange(first(change, 'path', 'file') ?? path, change))
  if (isValues(given.changes)) return Object.entries(given.changes).flatMap(([file, change]) => (isValues(change) ? ofChange(file, change) : []))
  const content = first(given, 'content', 'contents', 'text')
  return content === undefined ? [] : [difference(path, '', content)]
}

/** One file of several: the text before and after, a patch, or all of a file that comes or goes. */
function ofChange(file: string, change: Values): FileDiff[] {
  const texts = pair(file, change)
  if (texts) return [texts]
  const kind = isValues(change.kind) ? change.kind.type : (change.kind ?? change.type)
  const told = first(change, 'unified_diff', 'diff')
  if (told && kind === 'add') return [difference(file, '', told)]
  if (told && kind === 'delete') return [difference(file, told, '')]
  if (told) return [readPatch(file, told)]
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
