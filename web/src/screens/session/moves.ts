import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import { report } from '../../ui/report'
import type { Now } from './now'

/** Goes on with a session, stored or live, in this page. */
export async function resumeHere(ref: string): Promise<void> {
  try {
    const session = await call('startLive', { body: { resume: ref } })
    go(sessionPath(session.id))
  } catch (failure) {
    report(failure)
  }
}

export async function interrupt(now: Now): Promise<void> {
  if (!now.liveId) return
  try {
    await call('act', { path: { id: now.liveId }, body: { type: 'interrupt' } })
  } catch (failure) {
    report(failure)
  }
}
