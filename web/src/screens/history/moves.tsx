import { ArrowRightLeft, GitFork, MoreHorizontal, Play, SquarePen } from 'lucide-react'
import { useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import { fork } from '../../api/fork'
import type { LiveSession, Permission } from '../../api/generated'
import { queries, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { closestMode, modesOf } from '../../ui/freedom'
import { Menu } from '../../ui/Menu'
import { ProviderSign } from '../../ui/Provider'
import { ProblemBox } from '../../ui/states'

/** What can be gone on with: a session, and the row of it that is meant. */
export interface Place { ref: string; provider: string; row?: string }

async function opening(start: Promise<LiveSession>): Promise<void> {
  const session = await start
  go(sessionPath(session.id))
}

export const moves = {
  resume: (place: Place) => opening(call('startLive', { body: { resume: place.ref } })),
  fork: (place: Place) => opening(fork(place.ref, place.provider, place.row)),
  handOver: (place: Place, provider: string, permission: Permission, prompt: string) =>
    opening(call('handOver', { path: { ref: place.ref }, body: { provider, permission, ...(place.row && { row: place.row }), ...(prompt && { prompt }) } })),
  async ticket(place: Place) {
    const row = place.row ?? (await call('viewSession', { path: { ref: place.ref }, query: { limit: 1 } })).rows.at(-1)?.id
    const ticket = await call('ticketFromRow', { path: { ref: place.ref }, body: { row: row ?? '1' } })
    go(`/t/${ticket.id}`)
  },
}

/** Resume here, Fork from here, Continue with another CLI, Make a ticket: on any row of the history, one click each. */
export function Moves(props: { place: Place; isNear: boolean; isSubagent?: boolean; onFailure: (failure: unknown) => void }) {
  const { place } = props
  const [isChoosing, setChoosing] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const doing = (what: () => Promise<void>) => () => {
    if (isBusy) return
    setBusy(true)
    what().catch(props.onFailure).finally(() => { setBusy(false); void queries.invalidateQueries({ queryKey: ['sessions'] }) })
  }
  const all = [
    { title: 'Resume here', icon: <Play size={16} />, run: doing(() => moves.resume(place)) },
    ...(props.isSubagent ? [] : [{ title: 'Fork from here', icon: <GitFork size={16} />, run: doing(() => moves.fork(place)) }]),
    { title: 'Continue with another CLI', icon: <ArrowRightLeft size={16} />, run: () => setChoosing(true) },
    { title: 'Make a ticket', icon: <SquarePen size={16} />, run: doing(() => moves.ticket(place)) },
  ]
  return (
    <div className="moves">
      {props.isNear && all.map(one => (
        <button key={one.title} className="button quiet icon wide-only" aria-label={one.title} title={one.title} disabled={isBusy} onClick={one.run}>{one.icon}</button>
      ))}
      <span className="narrow"><Menu label="Go on from here" button={<MoreHorizontal size={18} />} items={all} /></span>
      {isChoosing && <HandOver place={place} onClose={() => setChoosing(false)} />}
    </div>
  )
}

/** Which CLI goes on, and what it is told first. */
export function HandOver(props: { place: Place; onClose: () => void }) {
  const providers = (useProviders().data ?? []).filter(one => one.installed && one.id !== props.place.provider)
  const [prompt, setPrompt] = useState('')
  const modeIn = (id: string) => closestMode(modesOf(providers.find(one => one.id === id)), 'ask')
  const [failure, setFailure] = useState<unknown>()
  const [chosen, setChosen] = useState<string>()
  const start = (id: string) => {
    setChosen(id)
    moves.handOver(props.place, id, modeIn(id), prompt.trim()).then(props.onClose, (refused: unknown) => { setFailure(refused); setChosen(undefined) })
  }
  return (
    <Dialog label="Continue with another CLI" onClose={props.onClose}>
      <h2>Continue with another CLI</h2>
      <div className="form">
        <p className="muted">A new session of another CLI begins with everything said {props.place.row ? 'up to this turn' : 'here'}, with tool calls and results. The old session stays as it is.</p>
        <label>What it shall do (may be empty)
          <textarea className="field" rows={3} value={prompt} autoFocus onChange={event => setPrompt(event.target.value)} placeholder="Go on from here." />
        </label>
        <div className="hand-over" role="group" aria-label="CLI">
          {providers.map(one => (
            <button key={one.id} className="button" disabled={chosen !== undefined} onClick={() => start(one.id)}>
              <ProviderSign id={one.id} /> {chosen === one.id ? `Starting ${one.name}…` : one.name}
              {modeIn(one.id) === 'edit' && <span className="small muted"> (edits files without asking)</span>}
            </button>
          ))}
          {providers.length === 0 && <p>No other CLI is installed. Settings tell how to install one.</p>}
        </div>
        {failure !== undefined && <ProblemBox failure={failure} />}
      </div>
      <footer><button className="button" onClick={props.onClose}>Cancel</button></footer>
    </Dialog>
  )
}
