import { Flag } from 'lucide-react'
import { go } from '../../actions/go'
import { oneLine, plural } from '../../ui/text'
import { isOpen, isRunning, racePath, useRaces } from './races'
import './race.css'

const MOST = 3

/** Races that run, and those of today of which nothing was taken yet. */
export function RaceStrip() {
  const open = (useRaces().data?.races ?? []).filter(isOpen).slice(0, MOST)
  if (open.length === 0) return null
  return (
    <ul className="race-strip" aria-label="Races">
      {open.map(race => (
        <li key={race.id}>
          <a href={racePath(race.id)} className="row" onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(racePath(race.id)) } }}>
            <Flag size={14} className="muted" aria-hidden="true" /><span className="cut grow">{oneLine(race.task)}</span>
            <span className="small muted">{isRunning(race) ? `${race.lanes.filter(lane => lane.status !== 'running').length} of ${race.lanes.length} done` : `${plural(race.lanes.length, 'agent')} done: take one`}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
