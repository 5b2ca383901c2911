import { call, Refusal } from '../api/client'
import type { Finding, Room, RoomEvent, RoomMember, RoomMessage } from '../api/generated'
import { createStore, type Store } from '../ui/store'
import { connection } from './connection'

/** What is known of a room: how it stands, what was said, and what its agents write just now. */
export interface RoomNow {
  state: 'loading' | 'ready' | 'failed'
  failure?: unknown
  room?: Room
  members: readonly RoomMember[]
  messages: readonly RoomMessage[]
  /** By agent: what it has written so far. */
  writing: ReadonlyMap<string, string>
  /** By agent: what it thinks before it writes. */
  thinking: ReadonlyMap<string, string>
  /** By agent: the tool it calls. */
  calling: ReadonlyMap<string, string>
  findings: readonly Finding[]
}

export const NOTHING_YET: RoomNow = { state: 'loading', members: [], messages: [], writing: new Map(), thinking: new Map(), calling: new Map(), findings: [] }

const HIDDEN_WAIT = 200

/** Of what is thought, this much is kept: the end of it is what is thought now. */
const LONGEST_THOUGHT = 4000

/** One room on the socket. After a loss it asks for what came behind the last message it knows. */
export class RoomFeed {
  readonly store: Store<RoomNow> = createStore(NOTHING_YET)
  private pending: RoomEvent[] = []
  private isScheduled = false
  private isClosed = false
  private readonly endings: (() => void)[]

  constructor(readonly name: string) {
    this.endings = [
      connection.on('room.following', message => { if (message.room.name === name) this.begin(message.room) }),
      connection.on('room.event', message => { if (message.room === name) this.take(message.event) }),
      connection.onOpen(() => void this.follow()),
    ]
  }

  close(): void {
    this.isClosed = true
    for (const end of this.endings) end()
    connection.say({ type: 'room.unfollow', room: this.name })
  }

  async follow(): Promise<void> {
    try {
      await connection.request({ type: 'room.follow', room: this.name, after: this.store.get().messages.at(-1)?.number ?? 0 })
      const findings = await call('listFindings', { path: { id: this.name } })
      this.store.update(before => ({ ...before, findings: mergedFindings(before.findings, findings) }))
    } catch (failure) {
      // The line was lost meanwhile: the next opening asks again.
      if (this.isClosed || (failure instanceof Refusal && failure.problem.status === 0)) return
      this.store.update(before => ({ ...before, state: 'failed', failure }))
    }
  }

  /** Who sits there and what each was told is not in the events. What they do is, and newer. */
  private async refreshMembers(): Promise<void> {
    const details = await call('showRoom', { path: { id: this.name } }).catch(() => undefined)
    if (!details || this.isClosed) return
    this.store.update(before => ({ ...before, members: details.members.map(one => ({ ...one, state: before.members.find(known => known.name === one.name)?.state ?? one.state })) }))
  }

  private begin(details: Room & { members: RoomMember[] }): void {
    this.flush()
    const { members, ...room } = details
    // What is being written comes again, whole, behind the messages.
    this.store.update(before => ({ ...before, state: 'ready', failure: undefined, room, members, writing: new Map(), thinking: new Map(), calling: new Map() }))
  }

  private take(event: RoomEvent): void {
    this.pending.push(event)
    if (this.isScheduled) return
    this.isScheduled = true
    // One paint per frame; a page nobody sees gets no frames.
    if (document.visibilityState === 'visible') requestAnimationFrame(() => this.flush())
    else setTimeout(() => this.flush(), HIDDEN_WAIT)
  }

  private flush(): void {
    this.isScheduled = false
    const events = this.pending
    this.pending = []
    if (events.length === 0 || this.isClosed) return
    this.store.update(before => events.reduce(roomAfter, before))
    if (events.some(event => event.type === 'room' && event.room?.state !== 'running')) void this.refreshMembers()
  }
}

/** The room after something happened in it. */
export function roomAfter(now: RoomNow, event: RoomEvent): RoomNow {
  const { agent } = event
  switch (event.type) {
    case 'message': return event.message ? withMessage(now, event.message) : now
    case 'room': return event.room ? { ...now, room: event.room } : now
    case 'findings': return { ...now, findings: mergedFindings(now.findings, event.findings ?? []) }
    case 'member': {
      const members = now.members.map(one => (one.name === agent ? { ...one, state: event.state ?? one.state, session: event.session ?? one.session } : one))
      const isOver = event.state === 'idle' || event.state === 'waiting'
      return { ...now, members, writing: isOver ? without(now.writing, agent) : now.writing, thinking: isOver ? without(now.thinking, agent) : now.thinking, calling: event.state === 'calling' ? now.calling : without(now.calling, agent) }
    }
    case 'delta': return agent ? { ...now, writing: new Map(now.writing).set(agent, (now.writing.get(agent) ?? '') + (event.text ?? '')) } : now
    case 'thinking': return agent ? { ...now, thinking: new Map(now.thinking).set(agent, ((now.thinking.get(agent) ?? '') + (event.text ?? '')).slice(-LONGEST_THOUGHT)) } : now
    case 'tool.call': return agent ? { ...now, calling: new Map(now.calling).set(agent, event.name ?? '') } : now
    case 'tool.result': return { ...now, calling: without(now.calling, agent) }
    default: return now
  }
}

function withMessage(now: RoomNow, message: RoomMessage): RoomNow {
  const last = now.messages.at(-1)?.number ?? 0
  const writing = without(now.writing, message.author)
  const thinking = without(now.thinking, message.author)
  return message.number > last ? { ...now, writing, thinking, messages: [...now.messages, message] } : { ...now, writing, thinking }
}

function without(map: ReadonlyMap<string, string>, name: string | undefined): ReadonlyMap<string, string> {
  if (name === undefined || !map.has(name)) return map
  const next = new Map(map)
  next.delete(name)
  return next
}

/** Only findings that changed are told. */
export function mergedFindings(before: readonly Finding[], changed: readonly Finding[]): readonly Finding[] {
  const all = new Map(before.map(one => [one.id, one]))
  for (const one of changed) all.set(one.id, one)
  return [...all.values()]
}
