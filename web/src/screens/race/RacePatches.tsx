import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { call } from '../../api/client'
import { ProblemBox, Skeleton } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { CodeText } from '../session/changes/CodeText'
import { useColours } from '../session/changes/colours'
import { usePatchLines } from '../session/changes/lines'
import type { Lane } from './races'
import '../session/changes/changes.css'

const SIGN = { added: '+', removed: '−', same: ' ', gap: '', note: '', file: '' }

/** What each changed, side by side. */
export function RacePatches(props: { lanes: readonly Lane[]; taken: number | undefined }) {
  if (props.lanes.length === 0) return null
  return (
    <div className="race-patches" style={{ gridTemplateColumns: `repeat(${props.lanes.length}, minmax(280px, 1fr))` }}>
      {props.lanes.map(lane => <LanePatch key={lane.number} lane={lane} isTaken={props.taken === lane.number} />)}
    </div>
  )
}

function LanePatch(props: { lane: Lane; isTaken: boolean }) {
  const { lane } = props
  // While it works nothing is measured yet: then its patch is asked for when it is done.
  const isDone = lane.status !== 'running'
  const patch = useQuery({ queryKey: ['worktree', lane.worktree, 'patch', lane.files, lane.added, lane.removed], queryFn: ({ signal }) => call('getWorktreePatch', { path: { id: lane.worktree ?? '' }, signal }), enabled: isDone && lane.worktree !== undefined, retry: false })
  const lines = usePatchLines(patch.data, true)
  const colours = useColours(lines, patch.data)
  const scroll = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({ count: lines?.length ?? 0, getScrollElement: () => scroll.current, estimateSize: () => 24, overscan: 20 })
  const name = oneLine(lane.model, 40)
  return (
    <section className="race-patch" aria-label={`What ${name} changed`}>
      <h2><span className="muted">{lane.number}</span> {name}</h2>
      {!isDone && <p className="small muted race-note">Its changes are shown when it is done.</p>}
      {patch.isError && <ProblemBox failure={patch.error} retry={() => void patch.refetch()} />}
      {isDone && !patch.isError && !lines && <Skeleton rows={4} />}
      {lines?.length === 0 && <p className="small muted race-note">It changed no file.</p>}
      {lines !== undefined && lines.index.left > 0 && <p className="small muted race-note">The first {lines.length.toLocaleString()} lines; {lines.index.left.toLocaleString()} more are not shown.</p>}
      <div className="scroll patch" ref={scroll} tabIndex={0} role="region" aria-label={`Patch of ${name}`}>
        <div className="patch-lines" style={{ height: virtual.getTotalSize() }}>
          {lines && virtual.getVirtualItems().map(item => {
            const line = lines.line(item.index)
            return (
              <div key={item.key} ref={virtual.measureElement} data-index={item.index} className="patch-place" style={{ transform: `translateY(${item.start}px)` }}>
                <div className={`patch-line ${line.kind}`}>
                  {SIGN[line.kind] && <span className="sign" aria-hidden="true">{SIGN[line.kind]}</span>}
                  <span className="patch-text">{(line.kind === 'added' || line.kind === 'removed') && <span className="hidden-text">{line.kind}: </span>}<CodeText text={line.text} colours={colours(item.index)} /></span>
                </div>
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}
