import type { Approval, LiveSession, Ticket } from '../api/generated'
import { createStore } from '../ui/store'
import { connection } from './connection'

/** What is live now, kept by the socket: sessions, the questions that wait, the open board. */
export interface Live {
  isLoaded: boolean
  sessions: ReadonlyMap<string, LiveSession>
  approvals: ReadonlyMap<string, Approval>
  tickets: ReadonlyMap<string, Ticket>
  /** Questions answered while this page was open: what was shown can say who was faster. */
  answered: ReadonlySet<string>
}

export const live = createStore<Live>({ isLoaded: false, sessions: new Map(), approvals: new Map(), tickets: new Map(), answered: new Set() })

/** Those that a person has begun. What agents do in rooms is seen there. */
export function sessionsOf(value: Pick<Live, 'sessions'>): LiveSession[] {
  return [...value.sessions.values()].filter(one => one.room === undefined)
}

const OPEN = new Set(['proposed', 'ready', 'doing', 'review'])

/** Asks for the lists, and again after every loss: what changed meanwhile is in the new ones. */
export function startLive(): void {
  connection.onOpen(() => void fetchAll())
  connection.on('sessions.updated', message => {
    if ('requestId' in message && message.requestId) return
    live.update(before => ({ ...before, sessions: withAll(before.sessions, message.sessions, one => one.id) }))
  })
  connection.on('approval.request', message =>
    live.update(before => ({ ...before, approvals: new Map(before.approvals).set(message.approval.approvalId, message.approval) })),
  )
  connection.on('approval.resolved', message => resolved(message.approval.approvalId))
  connection.on('tickets.changed', message =>
    live.update(before => ({ ...before, tickets: openOf(withAll(before.tickets, message.tickets, one => one.id)) })),
  )
}

export function resolved(approvalId: string): void {
  live.update(before => {
    const approvals = new Map(before.approvals)
    approvals.delete(approvalId)
    return { ...before, approvals, answered: new Set(before.answered).add(approvalId) }
  })
}

async function fetchAll(): Promise<void> {
  try {
    const [sessions, approvals, tickets] = await Promise.all([
      connection.request({ type: 'sessions.fetch', limit: 1000, rooms: true }),
      connection.request({ type: 'approval.list' }),
      connection.request({ type: 'tickets.follow', limit: 1000 }),
    ])
    live.update(before => ({
      ...before,
      isLoaded: true,
      sessions: sessions.type === 'sessions.updated' ? withAll(new Map(), sessions.sessions, one => one.id) : before.sessions,
      approvals: approvals.type === 'approval.list' ? withAll(new Map(), approvals.approvals, one => one.approvalId) : before.approvals,
      tickets: tickets.type === 'tickets.following' ? openOf(withAll(new Map(), tickets.tickets, one => one.id)) : before.tickets,
    }))
  } catch {
    // The line was lost meanwhile: the next opening asks again.
  }
}

function withAll<T>(before: ReadonlyMap<string, T>, changed: T[], id: (value: T) => string): Map<string, T> {
  const all = new Map(before)
  for (const one of changed) all.set(id(one), one)
  return all
}

function openOf(tickets: Map<string, Ticket>): Map<string, Ticket> {
  for (const [id, ticket] of tickets) if (!OPEN.has(ticket.column)) tickets.delete(id)
  return tickets
}
