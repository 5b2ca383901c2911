import { Pin } from 'lucide-react'
import { memo, useMemo } from 'react'
import { go, sessionPath } from '../../actions/go'
import { ApprovalCard } from '../../approval/ApprovalCard'
import type { InboxItem, LiveSession, Mark } from '../../api/generated'
import { live } from '../../stream/live'
import type { Feed } from '../../stream/session'
import type { Row } from '../../transcript/row'
import { lineOf } from '../../transcript/tools'
import { Ago } from '../../ui/time'
import { ProviderSign } from '../../ui/Provider'
import { Status, statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { money, oneLine, projectName } from '../../ui/text'
import { useFeed } from '../session/useFeed'
import { useWorktree } from '../worktree/worktrees'

/** One live session at a glance: how it is, its last line, and its question if it has one. */
export const Tile = memo(function Tile(props: { session: LiveSession; mark?: Mark; noticed?: InboxItem['kind']; isHere: boolean; isSelected: boolean; isFollowed: boolean }) {
  const { session, mark } = props
  const word = statusOf(session, props.noticed)
  const approvals = useStore(live, value => value.approvals)
  const asked = useMemo(() => [...approvals.values()].find(one => one.sessionId === session.id), [approvals, session.id])
  const title = oneLine(mark?.title ?? session.title) || 'New session'
  return (
    <article className={`tile ${word}${props.isHere ? ' is-here' : ''}${props.isSelected ? ' is-selected' : ''}`} ref={element => { if (props.isHere) element?.scrollIntoView({ block: 'nearest' }) }}>
      <a className="tile-link" href={sessionPath(session.id)} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(sessionPath(session.id)) } }}>
        <span className="row"><ProviderSign id={session.provider} /><span className="cut grow tile-title">{title}</span>{mark?.isPinned && <Pin size={12} aria-label="Pinned" />}</span>
        {props.isFollowed ? <LastLine id={session.id} isBusy={word === 'working'} /> : <span className="tile-last muted" />}
        <span className="row small muted">
          <Status word={word} /><Place directory={session.cwd} />
          <span className="grow" />
          {session.queued > 0 && <span>{session.queued} queued</span>}
          {session.owner !== undefined && <span title="Another Parley has it open">elsewhere</span>}
          {props.isFollowed && <Cost id={session.id} />}
          <span className="age"><Ago time={session.updatedAt} /></span>
        </span>
      </a>
      {asked && <ApprovalCard key={asked.approvalId} approval={asked} isSmall />}
    </article>
  )
})

/** The project; for a worktree the repository it was made of, and its branch. */
function Place(props: { directory: string }) {
  // Its directory has a name for machines, and of one that was removed nothing else is known.
  const isOurs = /\/worktrees\/[0-9a-f]{12}-[0-9a-f-]{36}$/.test(props.directory)
  const worktree = useWorktree(props.directory.includes('/worktrees/') ? props.directory : undefined)
  return <span className="cut">{worktree ? `${projectName(worktree.repository)} ⎇ ${oneLine(worktree.branch ?? 'worktree', 40)}` : isOurs ? 'worktree' : projectName(props.directory)}</span>
}

function LastLine(props: { id: string; isBusy: boolean }) {
  const [, state] = useFeed(props.id)
  return <span className="tile-last muted">{lastLine(state, props.isBusy)}</span>
}

function Cost(props: { id: string }) {
  const [, state] = useFeed(props.id)
  const cost = money(state.facts?.usage?.cost)
  const percent = state.facts?.context?.percent
  return <>{percent !== undefined && <span title="How full its context is">{percent}%</span>}{cost && <span title="What it has cost so far">{cost}</span>}</>
}

/** As many letters as surely fit. */
const FITTING = 84

function lastLine(state: Feed, isBusy: boolean): string {
  const row = state.rows.findLast((one: Row) => one.kind === 'text' || one.kind === 'tool' || one.kind === 'error' || one.kind === 'prompt')
  if (!row) return ''
  if (row.kind === 'tool') {
    const line = lineOf(row)
    return `${line.verb} ${line.about}`
  }
  const text = row.kind === 'error' ? row.message : 'text' in row ? row.text : ''
  const line = oneLine(text.slice(-2_000).split('\n').findLast(one => one.trim() !== ''), 2_000)
  // While it grows, its end is what is new.
  return isBusy && line.length > FITTING ? `…${line.slice(-FITTING)}` : oneLine(line, 220)
}
