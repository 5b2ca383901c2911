import type { UndoPlan } from '../../../api/generated'
import { oneLine, plural } from '../../../ui/text'
import { leftOutFile } from './words'

const MOST = 200

export interface PlanWords {
  would: string
  nothing: string
  /** When all that is left conflicts. */
  rest: string
  actions: Record<NonNullable<UndoPlan['files']>[number]['action'], string>
}

/** What would be written, and what stands in the way of it. */
export function Plan(props: { plan: UndoPlan; words: PlanWords }) {
  const { words } = props
  const { files = [], conflicts = [], leftOut = [] } = props.plan
  return (
    <div className="undo-plan">
      {conflicts.length > 0 && (
        <>
          <p><strong>{plural(conflicts.length, 'conflict')}.</strong> <span className="muted">These files stay as they are.</span></p>
          <ul>{conflicts.slice(0, MOST).map(one => <li key={one.path}><span className="mono">{oneLine(one.path)}</span> <span className="small bad">{oneLine(one.reason)}</span></li>)}</ul>
        </>
      )}
      <p className="muted">{files.length > 0 ? words.would : conflicts.length > 0 ? words.rest : words.nothing}</p>
      <ul>{files.slice(0, MOST).map(one => <li key={one.path}><span className="mono">{oneLine(one.path)}</span> <span className="small muted">{words.actions[one.action]}</span></li>)}</ul>
      {files.length > MOST && <p className="small muted">and {(files.length - MOST).toLocaleString()} more</p>}
      {leftOut.length > 0 && <p className="small">Parley has no copy of {leftOut.slice(0, 3).map(leftOutFile).join(', ')}{leftOut.length > 3 ? ` and ${leftOut.length - 3} more` : ''}: it stays where it is.</p>}
    </div>
  )
}
