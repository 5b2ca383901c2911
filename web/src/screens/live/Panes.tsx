import { ExternalLink, X } from 'lucide-react'
import { useEffect } from 'react'
import { go, sessionPath } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { inView } from '../../stream/view'
import { ProviderSign } from '../../ui/Provider'
import { ProblemBox, Skeleton } from '../../ui/states'
import { Status } from '../../ui/Status'
import { oneLine } from '../../ui/text'
import { Talk } from '../session/Talk'
import { useFeed } from '../session/useFeed'
import { useNow } from '../session/now'
import '../session/session.css'

/** Up to four talks side by side. */
export function Panes(props: { panes: string[]; setPanes: (panes: string[]) => void }) {
  const shown = props.panes.join()
  useEffect(() => {
    // What is on the screen needs no notice.
    inView.set(new Set(shown.split(',')))
    return () => inView.set(new Set())
  }, [shown])
  useActions([
    { id: 'panes-close', title: 'Back to the tiles', group: 'Live', keys: ['Escape'], run: () => props.setPanes([]) },
    ...props.panes.map((_, at) => ({ id: `pane-${at + 1}`, title: `To pane ${at + 1}`, group: 'Live', keys: [`Alt+${at + 1}`], run: () => document.querySelectorAll<HTMLTextAreaElement>('.pane')[at]?.querySelector('textarea')?.focus() })),
  ])
  return (
    <div className="panes" style={{ gridTemplateColumns: `repeat(${props.panes.length}, minmax(0, 1fr))` }}>
      {props.panes.map(ref => <Pane key={ref} id={ref} onClose={() => props.setPanes(props.panes.filter(one => one !== ref))} />)}
    </div>
  )
}

function Pane(props: { id: string; onClose: () => void }) {
  const [feed, state] = useFeed(props.id)
  const now = useNow(state.facts)
  return (
    <section className="pane" aria-label={now ? oneLine(now.title, 60) : 'Session'}>
      <div className="head">
        {now && <><Status word={now.status} isShort /><ProviderSign id={now.facts.provider} /></>}
        <h1>{now ? oneLine(now.title) : ''}</h1>
        <button className="button quiet icon" aria-label="Open alone" title="Open alone" onClick={() => go(sessionPath(props.id))}><ExternalLink size={16} /></button>
        <button className="button quiet icon" aria-label="Close the pane" title="Close the pane" onClick={props.onClose}><X size={16} /></button>
      </div>
      {state.state === 'failed' && <ProblemBox failure={state.failure} retry={() => void feed.load()} />}
      {now ? <Talk now={now} feed={feed} state={state} isPane /> : state.state === 'loading' && <Skeleton />}
    </section>
  )
}
