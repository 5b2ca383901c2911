import { Check, ChevronDown, ChevronUp, Circle, CircleDot } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Row, ToolRow } from '../../transcript/row'
import { oneLine } from '../../ui/text'

interface Todo { text: string; state: 'open' | 'now' | 'done' }

const SIGNS = { open: <Circle size={14} aria-label="to do" />, now: <CircleDot size={14} aria-label="being done" />, done: <Check size={14} aria-label="done" /> }
const FOLDED = 'todo-dock'

/** What the agent set itself to do, as it last said: one line, all of it when it is opened. Gone when all is done. */
export function TodoDock(props: { rows: readonly Row[] }) {
  const todos = useMemo(() => newest(props.rows), [props.rows])
  const [isOpen, setOpen] = useState(false)
  const done = todos.filter(one => one.state === 'done').length
  if (todos.length === 0 || done === todos.length) return null
  const now = todos.find(one => one.state === 'now') ?? todos.find(one => one.state === 'open')
  return (
    <div className="dock todo" role="group" aria-label="To do">
      <button className="todo-line" aria-expanded={isOpen} aria-controls={FOLDED} onClick={() => setOpen(!isOpen)}>
        <span className="small muted">{done} of {todos.length}</span><span className="cut grow">{now?.text}</span>{isOpen ? <ChevronDown size={14} aria-hidden="true" /> : <ChevronUp size={14} aria-hidden="true" />}
      </button>
      {isOpen && <ul id={FOLDED}>{todos.map((one, at) => <li key={at} className={one.state}>{SIGNS[one.state]}<span>{one.text}</span></li>)}</ul>}
    </div>
  )
}

/** The last list that came; every CLI has its own words for it. */
export function newest(rows: readonly Row[]): Todo[] {
  for (let at = rows.length - 1; at >= 0; at--) {
    const row = rows[at]!
    const listed = row.kind === 'tool' && /todo|plan/i.test(row.name) ? listOf(row) : undefined
    if (listed) return listed
  }
  return []
}

function listOf(row: ToolRow): Todo[] | undefined {
  const given = row.arguments as Record<string, unknown> | null
  const list = [given?.todos, given?.items, given?.plan, given?.entries].find(Array.isArray) as unknown[] | undefined
  return list?.filter(one => typeof one === 'object' && one !== null).map(one => todoOf(one as Record<string, unknown>)).filter(one => one.text !== '')
}

function todoOf(one: Record<string, unknown>): Todo {
  const text = oneLine(String(one.content ?? one.text ?? one.title ?? one.step ?? one.description ?? ''), 200)
  const said = String(one.status ?? '')
  return { text, state: one.completed === true || /complet|done/.test(said) ? 'done' : /progress|active/.test(said) ? 'now' : 'open' }
}
