import type { InboxItem } from '../api/generated'
import { createStore } from '../ui/store'
import { connection } from './connection'

export interface InboxState { isLoaded: boolean; items: readonly InboxItem[]; snoozed: number }

/** What waits for the person, over all CLIs, kept by the socket. */
export const inbox = createStore<InboxState>({ isLoaded: false, items: [], snoozed: 0 })

/** How many things want something of the person; the rail, the title and the badge show it. */
export const waitingCount = createStore(0)

/** What the inbox says about sessions, by their name: it decides between done, failed and paused. */
export const attention = createStore<ReadonlyMap<string, InboxItem['kind']>>(new Map())

export function startInbox(): void {
  connection.on('inbox.changed', message => {
    inbox.set({ isLoaded: true, items: message.items, snoozed: message.snoozed })
    attention.set(new Map(message.items.flatMap(item => (item.ref ? [[item.ref, item.kind] as const] : []))))
    waitingCount.set(message.items.filter(item => item.kind !== 'finished').length)
  })
  connection.onOpen(() => connection.say({ type: 'inbox.follow' }))
}
