import { useEffect, useMemo } from 'react'
import { useParams } from 'wouter'
import { go, sessionPath } from '../../actions/go'
import { useSubject } from '../../frame/title'
import type { Feed, SessionFeed } from '../../stream/session'
import { inView } from '../../stream/view'
import { Columns } from '../../ui/Columns'
import { ProblemBox, Skeleton, Empty } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { ChangesTab } from './changes/ChangesTab'
import { FactsTab } from './Facts'
import { SessionHead } from './SessionHead'
import { Side } from './Side'
import { Talk } from './Talk'
import { TerminalTab } from './TerminalTab'
import { Tree } from './Tree'
import { useFeed } from './useFeed'
import { useNow, type Now } from './now'
import './session.css'

/** One view for live and stored sessions. The address says which tab, and which row of the talk. */
export function Session() {
  const { id = '', '*': rest = '' } = useParams<{ id: string; '*': string }>()
  const ref = decodeURIComponent(id)
  const [tab = '', row] = rest.split('/')
  return <SessionView key={`${ref} ${row ?? ''}`} id={ref} tab={tab === 'm' ? '' : tab} row={tab === 'm' ? row : undefined} />
}

function SessionView(props: { id: string; tab: string; row?: string }) {
  const [feed, state] = useFeed(props.id, props.row)
  const now = useNow(state.facts)
  useSubject(now ? oneLine(now.title, 60) : '')
  useSeen(feed, state, now)
  if (state.state === 'failed') {
    return (
      <Columns>
        <div className="head"><h1>Session</h1></div>
        <ProblemBox failure={state.failure} retry={() => void feed.load(props.row)} />
        <Empty action={<button className="button" onClick={() => go('/history')}>Open the history</button>}>What is gone here may be found there.</Empty>
      </Columns>
    )
  }
  if (!now) return <Columns><div className="head"><span className="skeleton" style={{ width: 240 }} /></div><Skeleton /></Columns>
  return (
    <Columns side={props.tab === '' ? <Side now={now} rows={state.rows} /> : undefined} sideName="About this session">
      <SessionHead now={now} tab={props.tab} feed={feed} />
      <Tab tab={props.tab} now={now} feed={feed} state={state} />
    </Columns>
  )
}

function Tab(props: { tab: string; now: Now; feed: SessionFeed; state: Feed }) {
  switch (props.tab) {
    case '': return <Talk now={props.now} feed={props.feed} state={props.state} hasKeys />
    case 'changes': return <ChangesTab now={props.now} />
    case 'tree': return <Tree now={props.now} />
    case 'terminal': return <TerminalTab now={props.now} />
    case 'facts': return <FactsTab now={props.now} />
    default: return <Empty action={<button className="button" onClick={() => go(sessionPath(props.now.ref))}>Open the talk</button>}>There is no such part of a session.</Empty>
  }
}

/** Tells the server what was on the screen, so that it is not unread any more, and no notice comes for it. */
function useSeen(feed: SessionFeed, state: Feed, now: Now | null): void {
  const ref = now?.ref
  const isTold = useMemo(() => ({ upTo: 0 }), [ref])
  const isBusy = now?.status === 'working'
  useEffect(() => {
    if (!ref) return
    inView.set(new Set([ref, now?.liveId ?? ref]))
    return () => inView.set(new Set())
  }, [ref, now?.liveId])
  useEffect(() => {
    // Only once a turn is over: marks are for what a person comes back to, not for every token.
    if (!ref || isBusy || document.visibilityState !== 'visible' || feed.lastSequence <= isTold.upTo) return
    const timer = setTimeout(() => {
      isTold.upTo = feed.lastSequence
      void import('../../stream/marks').then(({ mark }) => mark(ref, { seen: feed.lastSequence })).catch(() => undefined)
    }, 400)
    return () => clearTimeout(timer)
  }, [ref, isBusy, state.rows, feed, isTold])
}
