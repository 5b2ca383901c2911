import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef, useState } from 'react'
import { useActions } from '../../../actions/registry'
import { call } from '../../../api/client'
import type { LineComment } from '../../../api/generated'
import { queries } from '../../../api/queries'
import { Empty, ProblemBox, Skeleton } from '../../../ui/states'
import { CodeText } from './CodeText'
import { isTooLong, useColours, type Colours } from './colours'
import { usePatchLines } from './lines'
import { keyOf, Patch, rowsOf, type PatchLine, type PatchRow } from './patch'
import { useComments, usePatch, type Choice } from './useChanges'

const NOTHING = Patch.of('')
const SIGN = { added: '+', removed: '−', same: ' ', gap: '', note: '', file: '' }

/** The patch of one file. Only what is on the screen is in the page, however long the patch is. */
export function PatchView(props: { id: string; choice: Choice; isSplit: boolean }) {
  const { id, choice } = props
  const patch = usePatch(id, choice)
  const comments = (useComments(id).data?.comments ?? []).filter(one => one.path === choice.path && one.turn === choice.turn)
  const lines = usePatchLines(patch.data, false)
  const rows = useMemo(() => rowsOf(lines ?? NOTHING, props.isSplit), [lines, props.isSplit])
  const colours = useColours(lines, patch.data, choice.path)
  const scroll = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>(null)
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroll.current, estimateSize: () => 24, overscan: 20 })
  const comment = (line: PatchLine) => { setOpen(keyOf(line)); setFailure(null) }
  const commentHere = () => {
    const at = Number(document.activeElement?.closest<HTMLElement>('.patch-place')?.dataset.index ?? virtual.getVirtualItemForOffset(virtual.scrollOffset ?? 0)?.index ?? 0)
    for (let row = at; row < rows.length; row++) {
      const line = linesOf(rows.row(row))[0]
      if (line) return comment(line)
    }
  }
  useActions([{ id: 'comment-line', title: 'Comment on this line', group: 'Changes', keys: ['c'], when: () => rows.length > 0, run: commentHere }])
  if (patch.isError) return <ProblemBox failure={patch.error} retry={() => void patch.refetch()} />
  if (!lines || patch.data === undefined) return <Skeleton rows={4} />
  if (lines.length === 0) return <Empty>There are no lines to show: the file is empty, or it is as it was before.</Empty>
  const keep = async (line: PatchLine) => {
    try {
      const now = await call('addLineComment', { path: { id }, body: { path: choice.path, turn: choice.turn, line: line.now ?? line.old ?? 1, old: line.now === undefined, text } })
      queries.setQueryData(['changes', id, 'comments'], now)
      setOpen(null)
      setText('')
      setFailure(null)
    } catch (problem) {
      setFailure(problem)
    }
  }
  return (
    <>
      {lines.index.left > 0 && <p className="small turn-note warning" role="status">The first {lines.length.toLocaleString()} lines. {lines.index.left.toLocaleString()} more are not shown: <code>parley changes {id} --patch</code> prints all of them.</p>}
      {isTooLong(lines, patch.data) && <p className="small muted turn-note">It is too long to be coloured.</p>}
      <div className="scroll patch" ref={scroll} tabIndex={0} role="region" aria-label={`Changes in ${choice.path}`}>
        <div className="patch-lines" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(item => {
            const row = rows.row(item.index)
            const mine = linesOf(row)
            const line = mine.find(one => keyOf(one) === open)
            return (
              <div key={item.key} ref={virtual.measureElement} data-index={item.index} className="patch-place" style={{ transform: `translateY(${item.start}px)` }}>
                {row.whole
                  ? <Line line={row.whole} colours={colours(row.at)} onComment={comment} />
                  : <div className="patch-pair"><Line line={row.left} colours={row.leftAt === undefined ? undefined : colours(row.leftAt)} side="old" onComment={comment} /><Line line={row.right} colours={row.rightAt === undefined ? undefined : colours(row.rightAt)} side="now" onComment={comment} /></div>}
                {comments.filter(one => mine.some(some => isOn(one, some))).map((one, at) => <p key={at} className="line-comment"><span className="small muted">Your comment, not sent yet</span>{one.text}</p>)}
                {line && (
                  <form className="line-comment form" onSubmit={event => { event.preventDefault(); void keep(line) }}>
                    <textarea className="field" rows={2} autoFocus aria-label={`Comment on line ${line.now ?? line.old}`} placeholder="What should be different?" value={text} onChange={event => setText(event.target.value)}
                      onKeyDown={event => { if (event.key === 'Escape') setOpen(null); if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && text.trim()) void keep(line) }} />
                    {failure !== null && <ProblemBox failure={failure} />}
                    <div className="row"><button type="submit" className="button primary" disabled={!text.trim()}>Keep the comment</button><button type="button" className="button" onClick={() => setOpen(null)}>Cancel</button></div>
                  </form>
                )}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

/** The lines of a row a person can comment on, each once. */
function linesOf(row: PatchRow): PatchLine[] {
  const lines = [row.whole, row.left, row.right].filter(one => one !== undefined && (one.old ?? one.now) !== undefined) as PatchLine[]
  return [...new Set(lines)]
}

function Line(props: { line: PatchLine | undefined; colours: Colours | undefined; side?: 'old' | 'now'; onComment: (line: PatchLine) => void }) {
  const { line, side } = props
  if (!line) return <div className="patch-line none" />
  if (line.kind === 'gap' || line.kind === 'note') return <div className={`patch-line ${line.kind}`}><span className="patch-text">{line.text}</span></div>
  const number = line.now ?? line.old
  return (
    <div className={`patch-line ${line.kind}`}>
      <button className="patch-number" aria-label={`Comment on ${line.now === undefined ? 'old ' : ''}line ${number}`} title="Comment on this line" onClick={() => props.onComment(line)}>
        {side !== 'now' && <span className="old">{line.old}</span>}{side !== 'old' && <span>{line.now}</span>}
      </button>
      <span className="sign" aria-hidden="true">{SIGN[line.kind]}</span>
      <span className="patch-text">{line.kind !== 'same' && <span className="hidden-text">{line.kind}: </span>}<CodeText text={line.text} colours={props.colours} /></span>
    </div>
  )
}

function isOn(comment: LineComment, line: PatchLine): boolean {
  const number = comment.old ? (line.kind === 'removed' ? line.old : undefined) : line.now
  return number === (comment.endLine ?? comment.line)
}
