import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import type { InboxItem } from '../../api/generated'
import { mark } from '../../stream/marks'
import { timeThere } from '../../ui/clock'
import { report } from '../../ui/report'
import { offerUndo } from '../../ui/undo'

const AN_HOUR = 3_600_000

export function open(item: InboxItem): void {
  if (item.kind === 'proposal') go(`/board${item.proposal ? `?proposal=${encodeURIComponent(item.proposal)}` : ''}`)
  else if (item.ref) go(sessionPath(item.ref))
}

export function snooze(item: InboxItem): void {
  const until = new Date(timeThere() + AN_HOUR).toISOString()
  call('snoozeInboxItem', { body: { id: item.id, until } }).catch(report)
  offerUndo('Put off for an hour.', () => void call('snoozeInboxItem', { body: { id: item.id, until: '' } }).catch(report))
}

/** Seen: what is finished or failed leaves the inbox. */
export function dismiss(item: InboxItem): void {
  if (item.ref && item.lastSequence !== undefined) mark(item.ref, { seen: item.lastSequence }).catch(report)
}
