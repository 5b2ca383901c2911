import type { Event } from '../api/generated'
import type { Row, TextRow, ThoughtRow, ToolRow } from './row'

/** Rows with one more event in them. Rows that stay the same stay the same objects, so nothing else is drawn again. */
export function fold(rows: readonly Row[], event: Event): readonly Row[] {
  const start = { id: String(event.sequenceNumber), last: event.sequenceNumber, time: event.timestamp }
  switch (event.type) {
    case 'message.user':
      return [...settled(rows), { ...start, kind: 'prompt', text: event.message.content }]
    case 'message.delta': {
      const at = findText(rows, event.message.messageId)
      if (at < 0) return [...settled(rows), { ...start, kind: 'text', text: event.message.content, messageId: event.message.messageId, isOpen: true }]
      const row = rows[at] as TextRow
      return changed(rows, at, { ...row, text: row.text + event.message.content, last: start.last, isOpen: true })
    }
    case 'message.assistant': {
      const at = findText(rows, event.message.messageId)
      if (at < 0) return [...settled(rows), { ...start, kind: 'text', text: event.message.content, messageId: event.message.messageId }]
      return changed(rows, at, { ...(rows[at] as TextRow), text: event.message.content, last: start.last, isOpen: false })
    }
    case 'thinking':
      return withThought(rows, event, start)
    case 'tool.call':
      return [...settled(rows, event.timestamp), { ...start, kind: 'tool', callId: event.tool.callId, name: event.tool.name, arguments: event.tool.arguments, summary: '' }]
    case 'tool.result': {
      const at = rows.findLastIndex(row => row.kind === 'tool' && row.callId === event.tool.callId)
      const result = { output: event.tool.output, isError: event.tool.isError, exitCode: event.tool.exitCode, size: event.tool.output.length }
      if (at < 0) return [...rows, { ...start, kind: 'tool', callId: event.tool.callId, name: event.tool.name ?? 'tool', arguments: {}, summary: '', result }]
      const row = rows[at] as ToolRow
      return changed(rows, at, { ...row, result, last: start.last, seconds: between(row.time, event.timestamp) })
    }
    case 'approval.request':
      return [...settled(rows), { ...start, kind: 'approval', requestId: event.approval.requestId, toolName: event.approval.toolName, description: event.approval.description }]
    case 'approval.response': {
      const at = rows.findLastIndex(row => row.kind === 'approval' && row.requestId === event.approval.requestId)
      const { approved, by, reason, forSession } = event.approval
      if (at < 0) return rows
      return changed(rows, at, { ...rows[at]!, last: start.last, answer: { approved, by, reason, forSession } } as Row)
    }
    case 'error':
      return [...settled(rows), { ...start, kind: 'error', message: event.error.message, code: event.error.code, recoverable: event.error.recoverable }]
    case 'turn.end':
      return event.turn.reason === 'completed' ? settled(rows) : [...settled(rows), { ...start, kind: 'end', reason: event.turn.reason, turnId: event.turn.turnId }]
    case 'session.update': {
      const text = noteOf(event)
      return text ? [...rows, { ...start, kind: 'note', text }] : rows
    }
    case 'unrecognized':
      return [...rows, { ...start, kind: 'raw', text: event.line.text, reason: event.line.reason }]
    default:
      return rows
  }
}

function findText(rows: readonly Row[], messageId: string | undefined): number {
  return messageId === undefined ? -1 : rows.findLastIndex(row => row.kind === 'text' && row.messageId === messageId)
}

function withThought(rows: readonly Row[], event: Extract<Event, { type: 'thinking' }>, start: { id: string; last: number; time: string }): readonly Row[] {
  const { content, messageId, isDelta } = event.message
  const at = messageId
    ? rows.findLastIndex(row => row.kind === 'thought' && row.messageId === messageId)
    : isDelta && rows.at(-1)?.kind === 'thought' && (rows.at(-1) as ThoughtRow).isOpen ? rows.length - 1 : -1
  if (at < 0) return [...settled(rows), { ...start, kind: 'thought', text: content, messageId, isOpen: isDelta === true }]
  const row = rows[at] as ThoughtRow
  return changed(rows, at, { ...row, text: isDelta ? row.text + content : content, last: start.last, isOpen: isDelta === true, seconds: between(row.time, start.time) })
}

function noteOf(event: Extract<Event, { type: 'session.update' }>): string {
  const { model, permission } = event.session as { model?: string; permission?: string }
  return [model && `Model: ${model}`, permission && `May do without asking: ${permission}`].filter(Boolean).join(' · ')
}

/** What was open is over once something else begins. */
function settled(rows: readonly Row[], now?: string): readonly Row[] {
  const last = rows.at(-1)
  if (!last || !('isOpen' in last) || !last.isOpen) return rows
  const closed = { ...last, isOpen: false } as Row
  if (closed.kind === 'thought' && now) closed.seconds = between(closed.time, now)
  return changed(rows, rows.length - 1, closed)
}

function changed(rows: readonly Row[], at: number, row: Row): readonly Row[] {
  const next = rows.slice()
  next[at] = row
  return next
}

function between(from: string | undefined, to: string): number | undefined {
  const seconds = from ? (Date.parse(to) - Date.parse(from)) / 1000 : NaN
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined
}
