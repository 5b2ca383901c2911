import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { RaceLinks } from './RaceLinks'
import { useRaces } from './races'
import './race.css'

/** All races that are kept, the newest first. */
export function Races() {
  const found = useRaces()
  const races = found.data?.races
  useSubject('Races')
  return (
    <Columns>
      <div className="head"><h1>Races</h1></div>
      <div className="scroll race" tabIndex={0}>
        {found.isError && <ProblemBox failure={found.error} retry={() => void found.refetch()} />}
        {!races && !found.isError && <Skeleton rows={4} />}
        {races?.length === 0 && <Empty>In a race several agents do the same task, and you take what one of them did.</Empty>}
        {races && <RaceLinks races={races} label="All races" />}
      </div>
    </Columns>
  )
}
