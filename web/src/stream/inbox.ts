import type { InboxItem } from '../api/generated'
import { createStore } from '../ui/store'
import { connection } from './connection'

export interface InboxState { isLoaded: boolean; items: readonly InboxItem[]; snoozed: number }

/** What waits for the person, over all CLIs, kept by the socket. */
export const inbox = createStore<InboxState>({ isLoaded: false, items: [], snoozed: 0 })

/** How many things want something of the person; the rail, the title and the badge show it. */
export const waitingCount = createStore(0)

export function startInbox(): void {
  connection.on('inbox.changed', message => {
    inbox.set({ isLoaded: true, items: message.items, snoozed: message.snoozed })
    waitingCount.set(message.items.filter(item => item.kind !== 'finished').length)
  })
  connection.onOpen(() => connection.say({ type: 'inbox.follow' }))
}
