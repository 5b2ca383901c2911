import { call } from '../../api/client'
import type { Queued, SessionFeed } from '../../stream/session'
import { report } from '../../ui/report'
import { oneLine } from '../../ui/text'
import { takeIntoComposer } from './drafts'
import type { Now } from './now'

/** Prompts that wait for their turn; each can be taken back or changed. */
export function QueueDock(props: { now: Now; feed: SessionFeed; queue: readonly Queued[] }) {
  const { now, queue } = props
  if (queue.length === 0) return null
  const cancel = async (one: Queued): Promise<boolean> => {
    if (!now.liveId) return false
    try {
      const answer = await call('act', { path: { id: now.liveId }, body: { type: 'cancel', turnId: one.turnId } })
      props.feed.dropFromQueue(one.turnId)
      return answer.done !== false
    } catch (failure) {
      report(failure)
      return false
    }
  }
  const edit = async (one: Queued) => { if (await cancel(one)) takeIntoComposer(now.ref, one.content) }
  return (
    <div className="dock queue" role="group" aria-label="Queue">
      <div className="small muted">Waits for its turn: {queue.length}</div>
      {queue.map(one => (
        <div className="row" key={one.turnId}>
          <span className="cut grow">{oneLine(one.content)}</span>
          <button className="button quiet" onClick={() => void edit(one)}>Edit</button>
          <button className="button quiet" onClick={() => void cancel(one)}>Cancel</button>
        </div>
      ))}
    </div>
  )
}
