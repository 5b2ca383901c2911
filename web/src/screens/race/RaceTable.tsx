import { Check, GitBranch } from 'lucide-react'
import { go, sessionPath } from '../../actions/go'
import type { Race } from '../../api/generated'
import { live } from '../../stream/live'
import { Counts } from '../../transcript/DiffView'
import { ProviderSign } from '../../ui/Provider'
import { Status, type StatusWord } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { money, oneLine, plural } from '../../ui/text'
import { duration, isRunning, type Lane } from './races'

interface Props { race: Race; beside: readonly Lane[]; onToggle: (lane: Lane) => void; onTake: (lane: Lane) => void; onUntake: (lane: Lane) => void }

/** One row for each agent: how it is, whether the check passed, how much it changed, what it cost, how long it took. */
export function RaceTable(props: Props) {
  const { race } = props
  const hasChecks = race.lanes.some(lane => lane.checkPassed !== undefined)
  return (
    <div className="race-table" role="region" aria-label="Agents in this race" tabIndex={0}>
      <table>
        <thead><tr><th scope="col">Agent</th><th scope="col">State</th>{hasChecks && <th scope="col">Check</th>}<th scope="col">Change</th><th scope="col" className="wide-only">Cost</th><th scope="col" className="wide-only">Time</th><th scope="col"><span className="hidden-text">What can be done</span></th></tr></thead>
        <tbody>{race.lanes.map(lane => <Row key={lane.number} {...props} lane={lane} hasChecks={hasChecks} />)}</tbody>
      </table>
    </div>
  )
}

function Row(props: Props & { lane: Lane; hasChecks: boolean }) {
  const { race, lane } = props
  const session = useStore(live, value => (lane.session ? value.sessions.get(lane.session) : undefined))
  const isTaken = race.taken === lane.number
  const isShown = props.beside.some(one => one.number === lane.number)
  const isOver = race.taken !== undefined
  return (
    <>
      <tr className={isTaken ? 'taken' : ''}>
        <th scope="row">
          {lane.session
            ? <a className="row" href={sessionPath(lane.session)} title="Open its session" onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(sessionPath(lane.session!)) } }}><ProviderSign id={session?.provider} /><span className="cut">{oneLine(lane.model, 60)}</span></a>
            : <span className="row"><span className="cut">{oneLine(lane.model, 60)}</span></span>}
        </th>
        <td><Status word={wordOf(lane, session?.state)} label={lane.status === 'interrupted' ? 'interrupted' : undefined} /></td>
        {props.hasChecks && <td><CheckWord lane={lane} /></td>}
        <td>{lane.files === undefined ? <span className="muted">–</span> : lane.files === 0 ? <span className="muted">nothing</span> : <span className="row">{plural(lane.files, 'file')} <Counts added={lane.added ?? 0} removed={lane.removed ?? 0} /></span>}</td>
        <td className="wide-only">{money(lane.costUsd) || <span className="muted">–</span>}</td>
        <td className="wide-only">{duration(lane.durationMs) || <span className="muted">–</span>}</td>
        <td className="race-moves">
          <span className="row">
            {isTaken && <span className="chip"><Check size={12} aria-hidden="true" />taken</span>}
            {isTaken && <button className="button" onClick={() => props.onUntake(lane)}>Take back…</button>}
            {lane.branch && <span className="chip" title="Kept as a branch"><GitBranch size={12} aria-hidden="true" /><span className="cut mono">{oneLine(lane.branch, 60)}</span></span>}
            {lane.worktree && <button className="button wide-only" aria-pressed={isShown} onClick={() => props.onToggle(lane)}>Patch <kbd>{lane.number}</kbd></button>}
            {!isOver && lane.worktree && <button className="button" disabled={isRunning(race) || !lane.files} onClick={() => props.onTake(lane)}>Take…</button>}
          </span>
        </td>
      </tr>
      {lane.error && <tr><td colSpan={7} className="small race-error">{oneLine(lane.error, 400)}</td></tr>}
    </>
  )
}

/** An agent that waits for an answer holds up the race: that is more than "working". */
function wordOf(lane: Lane, state: string | undefined): StatusWord {
  if (lane.status === 'failed' || lane.status === 'interrupted') return 'failed'
  if (lane.status === 'completed') return 'done'
  return state === 'waiting' ? 'waiting' : 'working'
}

function CheckWord(props: { lane: Lane }) {
  const { checkPassed, checkOutput } = props.lane
  if (checkPassed === undefined) return <span className="muted">–</span>
  const word = <Status word={checkPassed ? 'done' : 'failed'} label={checkPassed ? 'passed' : 'failed'} />
  return checkOutput ? <details className="race-check"><summary>{word}</summary><pre tabIndex={0}>{checkOutput.slice(-8_000)}</pre></details> : word
}
