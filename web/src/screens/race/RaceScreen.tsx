import { ChevronLeft } from 'lucide-react'
import { useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { ProblemBox, Skeleton } from '../../ui/states'
import { oneLine, tidyPath } from '../../ui/text'
import { Ago } from '../../ui/time'
import { Advice } from './Advice'
import { RacePatches } from './RacePatches'
import { RaceTable } from './RaceTable'
import { TakeDialog, UntakeDialog } from './TakeDialog'
import { isRunning, useRace, type Lane } from './races'
import './race.css'

const MOST_BESIDE = 3

/** The same task, done by several agents: how far each is, and what each changed, side by side. One is taken. */
export function RaceScreen() {
  const { id = '' } = useParams<{ id: string }>()
  const found = useRace(decodeURIComponent(id))
  const [search, setSearch] = useSearchParams()
  const [taking, setTaking] = useState<Lane | null>(null)
  const [untaking, setUntaking] = useState<Lane | null>(null)
  const race = found.data
  useSubject(race ? oneLine(`Race: ${race.task}`, 60) : 'Race')
  const able = race?.lanes.filter(lane => lane.worktree !== undefined) ?? []
  const named = search.get('lanes')?.split(',').map(Number)
  const beside = able.filter(lane => (named ? named.includes(lane.number) : true)).slice(0, named ? able.length : MOST_BESIDE)
  const toggle = (lane: Lane) => {
    const before = beside.map(one => one.number)
    const next = before.includes(lane.number) ? before.filter(one => one !== lane.number) : [...before, lane.number].sort((a, b) => a - b)
    setSearch(next.length > 0 ? { lanes: next.join(',') } : {}, { replace: true })
  }
  useActions(able.slice(0, 9).map(lane => ({ id: `race-${lane.number}`, title: `Show or hide the patch of ${oneLine(lane.model, 40)}`, group: 'Race', keys: [String(lane.number)], run: () => toggle(lane) })))
  if (found.isError && !race) return <Columns><div className="head"><h1>Race</h1></div><ProblemBox failure={found.error} retry={() => void found.refetch()} /></Columns>
  if (!race) return <Columns><div className="head"><h1>Race</h1></div><Skeleton rows={4} /></Columns>
  return (
    <Columns>
      <header className="head race-head">
        <button className="button quiet icon" aria-label="Back to what is live" title="Back to what is live" onClick={() => go('/live')}><ChevronLeft size={18} /></button>
        <span className="grow stack">
          <h1 title={race.task}>{oneLine(race.task)}</h1>
          <span className="small muted cut"><span className="mono">{tidyPath(race.project)}</span> · <Ago time={race.startedAt} /></span>
        </span>
      </header>
      <div className="scroll race" tabIndex={0}>
        {found.isError && <ProblemBox failure={found.error} retry={() => void found.refetch()} />}
        <RaceTable race={race} beside={beside} onToggle={toggle} onTake={setTaking} onUntake={setUntaking} />
        {isRunning(race) && <p className="small muted race-note" role="status">One can be taken when all are done. Open a session to follow it, or to answer what it asks.</p>}
        <Advice race={race} />
        <RacePatches lanes={beside} taken={race.taken} />
      </div>
      {untaking && <UntakeDialog race={race} lane={untaking} onClose={() => { setUntaking(null); void found.refetch() }} />}
      {taking && <TakeDialog race={race} lane={taking} onClose={() => { setTaking(null); void found.refetch() }} />}
    </Columns>
  )
}
