import { Flag } from 'lucide-react'
import { go } from '../../actions/go'
import type { Race } from '../../api/generated'
import { oneLine, plural } from '../../ui/text'
import { isRunning, racePath } from './races'

/** Races, each with where it stands. */
export function RaceLinks(props: { races: readonly Race[]; label: string }) {
  if (props.races.length === 0) return null
  return (
    <ul className="race-strip" aria-label={props.label}>
      {props.races.map(race => (
        <li key={race.id}>
          <a href={racePath(race.id)} className="row" onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(racePath(race.id)) } }}>
            <Flag size={14} className="muted" aria-hidden="true" /><span className="cut grow">{oneLine(race.task)}</span>
            <span className="small muted">{standing(race)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function standing(race: Race): string {
  const { lanes } = race
  if (isRunning(race)) return `${lanes.filter(lane => lane.status !== 'running').length} of ${lanes.length} done`
  const taken = lanes.find(lane => lane.number === race.taken)
  if (taken) return `took ${taken.number} · ${oneLine(taken.model, 40)}`
  return `${plural(lanes.length, 'agent')} ${lanes.some(lane => lane.status === 'interrupted') ? 'interrupted' : 'done'}: take one`
}
