import { CornerDownRight, GitBranch, Pin } from 'lucide-react'
import { useEffect } from 'react'
import { sessionPath, go } from '../../actions/go'
import type { Session } from '../../api/generated'
import { attention } from '../../stream/inbox'
import { live } from '../../stream/live'
import { useMark } from '../../stream/marks'
import { warm } from '../../stream/session'
import { ProviderSign } from '../../ui/Provider'
import { Status, statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { oneLine, plural, projectName } from '../../ui/text'
import { Ago, exact } from '../../ui/time'
import { Moves } from './moves'

interface Props {
  session: Session | undefined
  height: number
  isNear: boolean
  showsProject: boolean
  onNear: () => void
  onFocus: () => void
  onFailure: (failure: unknown) => void
}

/** One session: what it was about, where, with which model, and what can be done from here. */
export function SessionRow(props: Props) {
  const { session } = props
  const running = useStore(live, value => (session?.liveId ? value.sessions.get(session.liveId) : undefined))
  const noticed = useStore(attention, all => (session?.liveId ? all.get(session.liveId) : undefined))
  const mark = useMark(session?.key) ?? session?.mark
  const key = session?.key
  useEffect(() => (props.isNear && key ? warm(key) : undefined), [props.isNear, key])
  if (!session) return <div className="skeleton-row" style={{ height: props.height }}><div className="skeleton" style={{ width: '52%' }} /><div className="skeleton" style={{ width: '28%' }} /></div>
  const to = sessionPath(session.key)
  const title = oneLine(mark?.title ?? session.title) || 'Without a title'
  const project = projectName(session.project ?? session.cwd)
  return (
    <div className={`session-row${props.isNear ? ' near' : ''}${session.parent ? ' child' : ''}`} style={{ height: props.height }} onMouseEnter={props.onNear} onFocus={props.onFocus}>
      <a className="session-link" href={to} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to) } }}>
        {session.parent ? <CornerDownRight size={14} className="muted" aria-label="Subagent" /> : <ProviderSign id={session.provider} />}
        <span className="stack grow">
          <span className={`cut${mark?.isUnread ? ' unread' : ''}`}>{title}</span>
          <span className="row small muted session-facts">
            {props.showsProject && project && <span className="cut" title={session.project}>{project}</span>}
            {session.gitBranch && session.gitBranch !== 'HEAD' && <span className="row branch wide-only"><GitBranch size={12} aria-hidden="true" /><span className="cut">{oneLine(session.gitBranch, 40)}</span></span>}
            {session.models.length > 0 && <span className="cut">{session.models.map(one => oneLine(one, 40)).join(', ')}</span>}
            {session.prompts > 0 && <span className="wide-only">{plural(session.prompts, 'prompt')}</span>}
          </span>
        </span>
        {session.room && <span className="chip wide-only" title="An agent of this room">in {oneLine(session.room, 40)}</span>}
        {session.movedFrom && <span className="chip wide-only" title={`Goes on from ${session.movedFrom}`}>{session.movedFrom.startsWith(`${session.provider}:`) ? 'fork' : `from ${session.movedFrom.split(':')[0]}`}</span>}
        {session.movedTo && <span className="chip wide-only" title={`Goes on in ${session.movedTo}`}>goes on in {session.movedTo.split(':')[0]}</span>}
        {mark?.isArchived && <span className="chip">archived</span>}
        {mark?.isPinned && <Pin size={14} className="muted" aria-label="Pinned" />}
        {running && <Status word={statusOf(running, noticed)} />}
        <time className="small muted age" dateTime={session.updated} title={exact(session.updated)}><Ago time={session.updated} /></time>
      </a>
      <Moves place={{ ref: session.key, provider: session.provider }} isNear={props.isNear} isSubagent={session.parent !== undefined} onFailure={props.onFailure} />
    </div>
  )
}
