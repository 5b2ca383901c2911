import { call } from '../api/client'
import type { Mark, MarkChange } from '../api/generated'
import { createStore, useStore } from '../ui/store'
import { connection } from './connection'

/** What the person marked: pins, archive, unread, own titles, drafts. Found by either name of a session. */
export const marks = createStore<ReadonlyMap<string, Mark>>(new Map())

export function startMarks(): void {
  connection.on('marks.changed', message => take(message.marks))
  connection.onOpen(() => void call('listMarks', {}).then(answer => take(answer.marks), () => undefined))
}

function take(changed: Mark[]): void {
  marks.update(before => {
    const all = new Map(before)
    for (const mark of changed) {
      all.set(mark.ref, mark)
      if (mark.liveId) all.set(mark.liveId, mark)
    }
    return all
  })
}

export function useMark(ref: string | undefined): Mark | undefined {
  return useStore(marks, all => (ref ? all.get(ref) : undefined))
}

/** Changes what is named and leaves the rest. */
export async function mark(ref: string, change: MarkChange): Promise<void> {
  take([await call('markSession', { path: { ref }, body: change })])
}
