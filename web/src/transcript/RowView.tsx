import { Check, ChevronRight, TriangleAlert, X } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { exact } from '../ui/time'
import { useOpened } from './folds'
import type { Item } from './items'
import { Markdown } from './Markdown'
import type { ApprovalRow, Row, ThoughtRow, ToolRow } from './row'
import { GroupLine, ToolLine } from './ToolLine'

export interface RowContext {
  /** Under which name folds are kept. */
  place: string
  /** Where the agent works: files in it are named from there. */
  directory?: string
  loadWhole?: (row: string) => Promise<ToolRow>
  /** What can be done from a row; shown on hover. */
  rowActions?: (row: Row) => ReactNode
}

export const ItemView = memo(function ItemView(props: { item: Item; context: RowContext }) {
  const { item, context } = props
  if ('group' in item) return <GroupLine rows={item.group} context={context} />
  return <RowView row={item.row} context={context} />
})

function RowView(props: { row: Row; context: RowContext }): ReactNode {
  const { row, context } = props
  switch (row.kind) {
    case 'prompt':
      return (
        <div className="said by-person">
          <div className="who"><span title={exact(row.time)}>You</span>{context.rowActions?.(row)}</div>
          <div className="prompt-text">{row.text}</div>
        </div>
      )
    case 'text':
      return (
        <div className="said by-agent">
          <Markdown text={row.text} isOpen={row.isOpen} />
          {!row.isOpen && <div className="row-actions">{context.rowActions?.(row)}</div>}
        </div>
      )
    case 'thought':
      return <Thought row={row} place={context.place} />
    case 'tool':
      return <ToolLine row={row} context={context} />
    case 'approval':
      return <Answered row={row} />
    case 'error':
      // The agent knows only what it was told of the conversation before this line.
      if (row.code === 'session_rebuilt') return <Divider>{row.message}</Divider>
      return <div className={`trouble${row.recoverable ? ' small' : ''}`}><TriangleAlert size={14} aria-hidden="true" /><span>{row.message}</span></div>
    case 'end':
      return <Divider>{ENDS[row.reason] ?? row.reason}</Divider>
    case 'note':
      return <Divider>{row.text}</Divider>
    case 'raw':
      return <details className="raw"><summary className="muted small">A line nobody understood ({row.reason})</summary><pre tabIndex={0}>{row.text}</pre></details>
  }
}

const ENDS: Record<string, string> = {
  interrupted: 'Stopped here.', error: 'The turn failed.', timeout: 'It took too long and was stopped.', output_limit: 'It wrote too much and was stopped.', process_ended: 'The agent ended before its turn was over.',
}

function Divider(props: { children: ReactNode }) {
  return <div className="divider small muted"><span>{props.children}</span></div>
}

function Thought(props: { row: ThoughtRow; place: string }) {
  const { row } = props
  const [isOpen, toggle] = useOpened(`${props.place}/${row.id}`)
  const words = row.isOpen ? 'Thinking …' : row.seconds && row.seconds >= 1 ? `Thought for ${Math.round(row.seconds)} s` : 'Thought'
  return (
    <div className="tool thought">
      <button className="tool-line" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="turn" size={14} aria-hidden="true" />
        <span className="muted">{words}</span>
      </button>
      {isOpen && <div className="thought-text muted">{row.text}</div>}
    </div>
  )
}

function Answered(props: { row: ApprovalRow }) {
  const { row } = props
  const about = row.command ?? `${row.toolName}: ${row.description}`
  if (!row.answer) return <div className="answered small muted"><span className="status waiting">●</span><span className="cut">asks: {about}</span></div>
  const { approved, by, forSession, reason } = row.answer
  const who = by === 'person' || by === 'user' ? 'you' : by
  if (by === 'agent') return <div className="answered small muted"><X size={14} aria-hidden="true" /><span className="cut">Not asked any more: {about}</span></div>
  return (
    <div className="answered small muted">
      {approved ? <Check size={14} aria-hidden="true" /> : <X size={14} aria-hidden="true" />}
      <span className="cut">{approved ? 'Allowed' : 'Denied'} by {who}{forSession ? ' for this session' : ''}: {about}{reason ? ` (${reason})` : ''}</span>
    </div>
  )
}
