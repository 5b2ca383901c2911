import { useQuery } from '@tanstack/react-query'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import type { Session } from '../../api/generated'
import { Ago } from '../../ui/time'
import { ProviderSign } from '../../ui/Provider'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { oneLine } from '../../ui/text'
import type { Now } from './now'

interface Node { session: Session; children: Node[] }

/** Who started whom: the session above, this one, and the agents below it; forks beside them. */
export function Tree(props: { now: Now }) {
  const { facts } = props.now
  const found = useQuery({
    queryKey: ['tree', facts.project],
    queryFn: ({ signal }) => call('listSessions', { query: { project: facts.project, subagents: true, limit: 1000 }, signal }),
    enabled: facts.key !== undefined,
  })
  if (!facts.key) return <Empty>A tree appears once the CLI has named its session.</Empty>
  if (found.isPending) return <Skeleton rows={4} />
  if (found.isError) return <ProblemBox failure={found.error} retry={() => void found.refetch()} />
  const root = treeOf(found.data.sessions, facts.key)
  if (!root || (root.children.length === 0 && !root.session.parent && !root.session.forkedFrom && !root.session.movedFrom && !root.session.movedTo)) return <Empty>This session stands alone: no agent started it, and it started no other.</Empty>
  return <div className="scroll tree" tabIndex={0}><Branch node={root} here={facts.key} depth={0} /></div>
}

function Branch(props: { node: Node; here: string; depth: number }) {
  const { session } = props.node
  return (
    <>
      <button className="list-row" style={{ paddingLeft: 16 + props.depth * 20 }} aria-current={session.key === props.here} onClick={() => go(sessionPath(session.key))}>
        <ProviderSign id={session.provider} />
        <span className="cut grow">{oneLine(session.title) || session.sessionId}</span>
        {session.forkedFrom && <span className="chip">fork</span>}
        {session.movedFrom && <span className="chip">{session.movedFrom.startsWith(`${session.provider}:`) ? 'fork' : `from ${session.movedFrom.split(':')[0]}`}</span>}
        <span className="small muted"><Ago time={session.updated} /></span>
      </button>
      {props.node.children.map(child => <Branch key={child.session.key} node={child} here={props.here} depth={props.depth + 1} />)}
    </>
  )
}

/** The tree a session stands in. What names itself as its own ancestor is cut off. */
function treeOf(sessions: Session[], key: string): Node | undefined {
  const byKey = new Map(sessions.map(one => [one.key, one]))
  const idOf = (session: Session) => parentKey(session)
  let top = byKey.get(key)
  const seen = new Set<string>()
  while (top && !seen.has(top.key)) {
    seen.add(top.key)
    const above = byKey.get(idOf(top) ?? '')
    if (!above) break
    top = above
  }
  const used = new Set<string>()
  const build = (session: Session): Node => {
    used.add(session.key)
    return { session, children: sessions.filter(one => idOf(one) === session.key && !used.has(one.key)).map(build) }
  }
  return top ? build(top) : undefined
}

function parentKey(session: Session): string | undefined {
  const parent = session.parent ?? session.forkedFrom ?? session.movedFrom
  if (!parent) return undefined
  return parent.includes(':') ? parent : `${session.provider}:${parent}`
}
