import { ChevronRight, FilePen, Globe, Search, SquareTerminal, Wrench, BookOpen, ListTodo, Bot, Ticket } from 'lucide-react'
import { memo, useMemo, useState } from 'react'
import { insideOf, plural } from '../ui/text'
import { Counts, DiffView } from './DiffView'
import { useOpened } from './folds'
import type { ToolRow } from './row'
import type { RowContext } from './RowView'
import { diffsOf, kindOf, lineOf, type ToolKind } from './tools'

const ICONS: Record<ToolKind, typeof Wrench> = {
  run: SquareTerminal, read: BookOpen, look: Search, edit: FilePen, write: FilePen, web: Globe, plan: ListTodo, agent: Bot, ticket: Ticket, other: Wrench,
}

/** A tool call: one line that opens in place. An edit shows what it changes without being opened. */
export const ToolLine = memo(function ToolLine(props: { row: ToolRow; context: RowContext }) {
  const { row, context } = props
  const [isOpen, toggle] = useOpened(`${context.place}/${row.id}`)
  const line = useMemo(() => lineOf(row), [row])
  const diffs = useMemo(() => diffsOf(row), [row])
  const Icon = ICONS[line.kind]
  const isEdit = diffs.length > 0
  const isShown = isEdit ? !isOpen : isOpen
  return (
    <div className={`tool${row.result?.isError ? ' failed' : ''}${row.result ? '' : ' running'}`}>
      <button className="tool-line" aria-expanded={isShown} onClick={toggle}>
        <ChevronRight className="turn" size={14} aria-hidden="true" />
        <Icon size={14} aria-hidden="true" />
        <span className="verb">{line.verb}</span>
        <span className="about cut mono">{line.kind === 'run' ? line.about : insideOf(context.directory, line.about)}</span>
        {isEdit && <Counts added={sum(diffs, one => one.added)} removed={sum(diffs, one => one.removed)} />}
        <span className="grow" />
        <Outcome row={row} />
      </button>
      {isShown && (isEdit ? diffs.map((diff, at) => <DiffView key={at} diff={diff} isNamed={diffs.length > 1} />) : <Body row={row} loadWhole={context.loadWhole} />)}
      {isShown && isEdit && row.result?.isError && <pre className="output" tabIndex={0}>{row.result.output}</pre>}
    </div>
  )
})

function Outcome(props: { row: ToolRow }) {
  const { result, seconds } = props.row
  if (!result) return <span className="outcome small">…</span>
  const code = result.exitCode !== undefined && result.exitCode !== 0 ? `exit ${result.exitCode}` : result.isError ? 'failed' : ''
  return (
    <span className="outcome small">
      {code && <span className="bad">{code}</span>} {seconds !== undefined && seconds >= 0.1 && `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`}
    </span>
  )
}

function Body(props: { row: ToolRow; loadWhole?: (row: string) => Promise<ToolRow> }) {
  const [whole, setWhole] = useState<ToolRow | null>(null)
  const row = whole ?? props.row
  const given = kindOf(row.name) === 'run' ? (lineOf(row).about ?? '') : JSON.stringify(row.arguments, null, 2)
  const rest = (row.result?.size ?? 0) - (row.result?.output.length ?? 0)
  return (
    <div className="tool-body">
      {given && given !== '{}' && <pre className="given" tabIndex={0}>{given}</pre>}
      {row.result?.output && <pre className="output" tabIndex={0}>{row.result.output}</pre>}
      {row.result?.isCut && props.loadWhole && (
        <button className="more" onClick={() => void props.loadWhole?.(row.id).then(setWhole)}>Show the other {plural(rest, 'character')}</button>
      )}
    </div>
  )
}

/** A run of calls that only read: one line, opened on demand. */
export const GroupLine = memo(function GroupLine(props: { rows: ToolRow[]; context: RowContext }) {
  const [isOpen, toggle] = useOpened(`${props.context.place}/group-${props.rows[0]!.id}`)
  const reads = props.rows.filter(row => kindOf(row.name) === 'read').length
  const looks = props.rows.length - reads
  const words = [reads > 0 && `read ${plural(reads, 'file')}`, looks > 0 && `searched ${looks === 1 ? 'once' : `${looks} times`}`].filter(Boolean).join(', ')
  return (
    <div className="tool">
      <button className="tool-line" aria-expanded={isOpen} onClick={toggle}>
        <ChevronRight className="turn" size={14} aria-hidden="true" />
        <BookOpen size={14} aria-hidden="true" />
        <span className="verb">{words.charAt(0).toUpperCase() + words.slice(1)}</span>
      </button>
      {isOpen && <div className="group">{props.rows.map(row => <ToolLine key={row.id} row={row} context={props.context} />)}</div>}
    </div>
  )
})

function sum<T>(all: T[], part: (one: T) => number): number {
  return all.reduce((before, one) => before + part(one), 0)
}
