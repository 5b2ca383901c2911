import { expect, test } from 'vitest'
import type { RoomEvent, RoomMember, RoomMessage } from '../api/generated'
import { NOTHING_YET, roomAfter, type RoomNow } from './room'

const NOTHING: RoomNow = { ...NOTHING_YET, state: 'ready', members: [{ name: 'ada', provider: 'demo', state: 'idle' } as RoomMember] }
const after = (events: Partial<RoomEvent>[], now = NOTHING) => (events as RoomEvent[]).reduce(roomAfter, now)
const message = (number: number, author: string) => ({ number, author, kind: 'agent', text: `${author} ${number}`, at: '2026-11-18T00:00:00Z' }) as RoomMessage

test('what is being written is gone when it is said', () => {
  const writing = after([{ type: 'delta', agent: 'ada', text: 'He' }, { type: 'delta', agent: 'ada', text: 'llo' }])
  expect(writing.writing.get('ada')).toBe('Hello')
  const said = after([{ type: 'message', message: message(1, 'ada') }], writing)
  expect(said.writing.size).toBe(0)
  expect(said.messages).toHaveLength(1)
})

test('a message that comes twice is there once', () => {
  const twice = after([{ type: 'message', message: message(1, 'ada') }, { type: 'message', message: message(2, 'ada') }, { type: 'message', message: message(1, 'ada') }])
  expect(twice.messages.map(one => one.number)).toEqual([1, 2])
})

test('an agent that is idle writes nothing any more', () => {
  const idle = after([{ type: 'delta', agent: 'ada', text: 'He' }, { type: 'member', agent: 'ada', state: 'idle' }])
  expect(idle.writing.size).toBe(0)
})
