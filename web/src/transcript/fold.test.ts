import { expect, test } from 'vitest'
import type { Event } from '../api/generated'
import { fold } from './fold'
import type { Row } from './row'

let number = 0

function event(type: string, more: object): Event {
  number++
  return { type, sequenceNumber: number, timestamp: new Date(Date.UTC(2026, 10, 18) + number * 1_000).toISOString(), ...more } as unknown as Event
}

const said = (content: string, messageId = 'm') => event('message.delta', { message: { content, messageId } })
const folded = (events: Event[], rows: readonly Row[] = []) => events.reduce(fold, rows)

test('pieces and the whole message are one row', () => {
  const rows = folded([said('Hel'), said('lo'), event('message.assistant', { message: { content: 'Hello!', messageId: 'm' } })])
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({ kind: 'text', text: 'Hello!', isOpen: false })
})

test('rows that stay the same stay the same objects', () => {
  const before = folded([event('message.user', { message: { content: 'hi' } }), said('a')])
  const after = fold(before, said('b'))
  expect(after[0]).toBe(before[0])
  expect(after[1]).not.toBe(before[1])
})

test('a result goes to its call, whatever comes between', () => {
  const call = (callId: string) => event('tool.call', { tool: { callId, name: 'Bash', arguments: {} } })
  const rows = folded([call('a'), call('b'), said('meanwhile'), event('tool.result', { tool: { callId: 'a', output: 'fine', isError: false } })])
  expect(rows.map(row => row.kind)).toEqual(['tool', 'tool', 'text'])
  expect(rows[0]).toMatchObject({ result: { output: 'fine' } })
  expect(rows[1]).not.toHaveProperty('result')
})

test('a turn that completed is no row, one that was interrupted is', () => {
  const end = (reason: string) => event('turn.end', { turn: { turnId: 't', reason } })
  expect(folded([said('a'), end('completed')]).map(row => row.kind)).toEqual(['text'])
  expect(folded([said('a'), end('interrupted')]).map(row => row.kind)).toEqual(['text', 'end'])
})

test('an answer to a question nobody saw changes nothing', () => {
  const rows = folded([said('a')])
  expect(fold(rows, event('approval.response', { approval: { requestId: 'gone', approved: true, by: 'person' } }))).toBe(rows)
})
