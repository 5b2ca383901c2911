import { sessionPath } from '../actions/go'
import type { InboxItem } from '../api/generated'
import { open } from '../screens/inbox/moves'
import { inbox } from '../stream/inbox'

/** What wants something of the person, each session once. */
function waiting(): InboxItem[] {
  const all = inbox.get().items.filter(item => item.kind !== 'finished')
  return all.filter((item, at) => all.findIndex(other => (other.ref ?? other.id) === (item.ref ?? item.id)) === at)
}

function isHere(item: InboxItem): boolean {
  const path = item.ref === undefined ? '' : sessionPath(item.ref)
  return path !== '' && (location.pathname === path || location.pathname.startsWith(`${path}/`))
}

/** Whether there is something to go to. Lists have a next and a previous of their own. */
export function canGoToWaiting(): boolean {
  return !/^\/(?:inbox|live)/.test(location.pathname) && waiting().some(item => !isHere(item))
}

/** From the session on the screen to the next one that waits. */
export function goToWaiting(by: 1 | -1): void {
  const all = waiting()
  const here = all.findIndex(isHere)
  const next = here < 0 ? all.at(by > 0 ? 0 : -1) : all[(here + by + all.length) % all.length]
  if (next) open(next)
}
