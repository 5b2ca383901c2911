import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client'
import type { Ticket, TicketChange } from '../../api/generated'
import { queries } from '../../api/queries'
import { connection } from '../../stream/connection'

export const COLUMNS = ['proposed', 'ready', 'doing', 'review', 'done'] as const
export type Column = (typeof COLUMNS)[number]
/** The columns a person moves tickets between; what is proposed is decided instead. */
export type Movable = Exclude<Column, 'proposed'>

export const COLUMN_NAMES: Record<Column, string> = { proposed: 'Proposed', ready: 'Ready', doing: 'Doing', review: 'Review', done: 'Done' }

type Lists = Record<Column, Ticket[]>

/** The board in the server's order. The socket says when something changed. */
export function useBoard(project: string) {
  useEffect(() => followTickets(), [])
  return useQuery({
    queryKey: ['tickets', project],
    queryFn: async ({ signal }): Promise<Lists> => {
      const [open, done] = await Promise.all([
        call('listTickets', { query: { project: project || undefined, column: 'open', limit: 1000 }, signal }),
        call('listTickets', { query: { project: project || undefined, column: 'done', limit: 200 }, signal }),
      ])
      return listsOf([...open.tickets, ...done.tickets])
    },
    placeholderData: before => before,
    // Nobody listened while the board was not shown.
    staleTime: 0,
  })
}

export function useTicket(id: string) {
  useEffect(() => followTickets(), [])
  return useQuery({ queryKey: ['ticket', id], queryFn: ({ signal }) => call('showTicket', { path: { id }, signal }), staleTime: 0 })
}

/** Several changes in a row ask once. What changed before the socket followed the board is asked for when it does. */
function followTickets(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const soon = () => { timer ??= setTimeout(() => { timer = undefined; refresh() }, 60) }
  const endings = [connection.on('tickets.changed', soon), connection.on('tickets.following', soon)]
  return () => { for (const end of endings) end(); clearTimeout(timer) }
}

function refresh(): void {
  void queries.invalidateQueries({ queryKey: ['tickets'] })
  void queries.invalidateQueries({ queryKey: ['ticket'] })
}

function listsOf(tickets: Ticket[]): Lists {
  const lists: Lists = { proposed: [], ready: [], doing: [], review: [], done: [] }
  for (const ticket of tickets) if (ticket.column !== 'rejected') lists[ticket.column].push(ticket)
  return lists
}

/** What a person does to tickets. Each refreshes what is shown, also when it was refused. */
export const verbs = {
  accept: (id: string, change: TicketChange = {}) => doing(call('acceptTicket', { path: { id }, body: change })),
  reject: (id: string, reason: string) => doing(call('rejectTicket', { path: { id }, body: reason ? { reason } : {} })),
  acceptAll: (proposal: string) => doing(call('acceptAllTickets', { body: { proposal } })),
  rejectAll: (proposal: string, reason: string) => doing(call('rejectAllTickets', { body: { proposal, ...(reason && { reason }) } })),
  edit: (id: string, change: TicketChange) => doing(call('editTicket', { path: { id }, body: change })),
  write: (project: string, change: TicketChange & { title: string }) => doing(call('writeTicket', { body: { project, ...change } })),
  comment: (id: string, text: string) => doing(call('commentTicket', { path: { id }, body: { text } })),
  /** Shown at once; the server's order comes right behind. */
  move(ticket: Ticket, column: Movable, before: string | undefined) {
    // An answer from before the move would show it where it was.
    void queries.cancelQueries({ queryKey: ['tickets'] })
    queries.setQueriesData<Lists>({ queryKey: ['tickets'] }, lists => lists && moved(lists, ticket, column, before))
    return doing(call('moveTicket', { path: { id: ticket.id }, body: { column, ...(before && { before }) } }))
  },
}

async function doing<T>(verb: Promise<T>): Promise<T> {
  try {
    return await verb
  } finally {
    refresh()
  }
}

export function moved(lists: Lists, ticket: Ticket, column: Movable, before: string | undefined): Lists {
  const without = Object.fromEntries(COLUMNS.map(one => [one, lists[one].filter(other => other.id !== ticket.id)])) as Lists
  const target = without[column]
  const at = before ? target.findIndex(one => one.id === before) : -1
  target.splice(at < 0 ? target.length : at, 0, { ...ticket, column })
  return without
}
