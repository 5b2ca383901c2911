import { GitFork, MoreHorizontal, Play, Share2, Ticket } from 'lucide-react'
import { useMemo, useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import { ApprovalCard } from '../../approval/ApprovalCard'
import { call } from '../../api/client'
import { live } from '../../stream/live'
import type { Feed, SessionFeed } from '../../stream/session'
import type { Row, ToolRow } from '../../transcript/row'
import { Transcript } from '../../transcript/Transcript'
import type { RowContext } from '../../transcript/RowView'
import { Menu } from '../../ui/Menu'
import { useStore } from '../../ui/store'
import { Composer } from './Composer'
import { MoveDialog, type Move } from './MoveDialog'
import { QueueDock } from './QueueDock'
import { TodoDock } from './TodoDock'
import { resumeHere } from './moves'
import type { Now } from './now'

/** The conversation, what waits in it, and the place to write. */
export function Talk(props: { now: Now; feed: SessionFeed; state: Feed; hasKeys?: boolean; isPane?: boolean }) {
  const { now, feed, state } = props
  const [move, setMove] = useState<Move | null>(null)
  const context = useRowContext(now, feed, setMove)
  return (
    <div className="talk">
      {state.rows.length === 0
        ? <div className="empty"><p>{now.live ? 'Nothing has been said yet.' : 'Nothing of this session can be shown.'}</p></div>
        : (
          <Transcript
            rows={state.rows} context={context} target={state.target} hasKeys={props.hasKeys}
            hasOlder={state.before !== undefined} onOlder={() => void feed.older()} hasNewer={state.after !== undefined} onNewer={() => void feed.newer()}
            onFarEnd={() => go(sessionPath(now.ref))}
          />
        )}
      <div className="docks">
        {state.isCatchingUp && <div className="small muted" role="status">Catching up …</div>}
        <ApprovalDock now={now} hasKeys={props.hasKeys ?? false} />
        {now.live && <TodoDock rows={state.rows} />}
        <QueueDock now={now} feed={feed} queue={state.queue} />
      </div>
      <Below now={now} state={state} hasKeys={props.hasKeys ?? false} isPane={props.isPane ?? false} />
      {move && <MoveDialog move={move} now={now} onClose={() => setMove(null)} />}
    </div>
  )
}

function Below(props: { now: Now; state: Feed; hasKeys: boolean; isPane: boolean }) {
  const { now } = props
  if (now.isElsewhere) return <div className="below muted small">Another Parley (process {now.live?.owner}) has this session open: you can read along. Close it there to write here.</div>
  if (now.live) return <Composer now={now} state={props.state} hasKeys={props.hasKeys} isPane={props.isPane} />
  return (
    <div className="below">
      <span className="muted small grow">This is a stored session of {now.facts.provider}.</span>
      {now.facts.actions.includes('resume') && <button className="button primary" onClick={() => void resumeHere(now.ref)}><Play size={14} aria-hidden="true" /> Resume here</button>}
    </div>
  )
}

/** What the agents of this session ask. Answered elsewhere, it is simply gone. */
function ApprovalDock(props: { now: Now; hasKeys: boolean }) {
  const approvals = useStore(live, value => value.approvals)
  const mine = useMemo(() => [...approvals.values()].filter(one => one.sessionId === props.now.liveId), [approvals, props.now.liveId])
  const first = mine[0]
  if (!first) return null
  return (
    <div className="dock">
      <ApprovalCard key={first.approvalId} approval={first} isDiffElsewhere />
      {mine.length > 1 && <p className="small muted">and {mine.length - 1} more after this</p>}
    </div>
  )
}

function useRowContext(now: Now, feed: SessionFeed, setMove: (move: Move) => void): RowContext {
  const { ref, facts } = now
  const actions = facts.actions.join(' ')
  const isLive = now.live !== undefined
  return useMemo(() => ({
    place: ref,
    directory: facts.cwd ?? undefined,
    loadWhole: async (row: string) => (await call('getRow', { path: { ref: feed.ref, row } })) as ToolRow,
    rowActions: (row: Row) => {
      const text = 'text' in row ? row.text : ''
      const can = (name: string) => actions.split(' ').includes(name)
      return (
        <span className="row-menu">
          <Menu
            label="From here" button={<MoreHorizontal size={16} />} className="button quiet icon row-menu-button"
            items={[
              { title: 'Resume here', icon: <Play size={14} />, isPossible: can('resume') && !isLive, run: () => void resumeHere(ref) },
              { title: 'Fork from here', icon: <GitFork size={14} />, isPossible: can('fork'), run: () => setMove({ kind: 'fork', row: row.id, text }) },
              { title: 'Continue with…', icon: <Share2 size={14} />, isPossible: can('handover'), run: () => setMove({ kind: 'handover', row: row.id, text }) },
              { title: 'Make a ticket', icon: <Ticket size={14} />, isPossible: can('ticket'), run: () => setMove({ kind: 'ticket', row: row.id, text }) },
              { title: 'Copy the text', run: () => void navigator.clipboard.writeText(text) },
              { title: 'Copy a link to this place', run: () => void navigator.clipboard.writeText(`${location.origin}/s/${encodeURIComponent(ref)}/m/${row.id}`) },
            ]}
          />
        </span>
      )
    },
  }), [ref, facts.cwd, feed, setMove, actions, isLive])
}
