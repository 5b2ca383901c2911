import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import type { Ticket } from '../../api/generated'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { Empty, ProblemBox } from '../../ui/states'
import { projectName } from '../../ui/text'
import { EditDialog, NewTicketDialog, RejectDialog, StartDialog } from './dialogs'
import { ColumnView } from './ColumnView'
import type { Deciding } from './Proposals'
import { useBoardKeys } from './boardKeys'
import { COLUMN_NAMES, COLUMNS, useBoard, verbs, type Column, type Movable } from './tickets'
import './board.css'

type Asked = { what: 'edit'; id: string } | { what: 'reject'; deciding: Deciding } | { what: 'start'; ticket: Ticket } | { what: 'new' } | null

/** The tickets of all projects, or of one: what agents proposed, and how far the rest is. */
export function Board() {
  const said = new URLSearchParams(useSearch())
  const project = said.get('project') ?? ''
  const column = (COLUMNS.find(one => one === said.get('column')) ?? 'proposed') as Column
  const board = useBoard(project)
  const [asked, setAsked] = useState<Asked>(null)
  const [failure, setFailure] = useState<unknown>()
  const [news, setNews] = useState('')
  useSubject('Board')
  const move = (ticket: Ticket, to: Movable, before: string | undefined) => {
    setNews(`${ticket.id} is in ${COLUMN_NAMES[to]}.`)
    verbs.move(ticket, to, before).catch(setFailure)
  }
  const accept = (deciding: Deciding) => {
    setNews(`Accepted ${deciding.tickets.map(one => one.id).join(', ')}.`)
    Promise.resolve(deciding.proposal ? verbs.acceptAll(deciding.proposal) : verbs.accept(deciding.tickets[0]!.id)).catch(setFailure)
  }
  const reject = (deciding: Deciding) => setAsked({ what: 'reject', deciding })
  const edit = (ticket: Ticket) => setAsked({ what: 'edit', id: ticket.id })
  const start = (ticket: Ticket) => setAsked({ what: 'start', ticket })
  useBoardKeys(board.data, { move, accept, reject, edit, start, isFree: asked === null })
  useActions([{ id: 'board.new', title: 'Write a ticket', group: 'Board', keys: ['c'], run: () => setAsked({ what: 'new' }) }])
  const show = (change: Record<string, string>) => {
    const next = new URLSearchParams(Object.entries({ project, column: column === 'proposed' ? '' : column, ...change }).filter(([, value]) => value))
    go(next.size ? `/board?${next}` : '/board', { replace: true })
  }
  const lists = board.data
  const isEmpty = lists && COLUMNS.every(one => lists[one].length === 0)
  return (
    <Columns>
      <header className="head">
        <h1>Board</h1>
        <ProjectChoice project={project} tickets={lists ? COLUMNS.flatMap(one => lists[one]) : []} onChoose={value => show({ project: value })} />
        <button className="button" onClick={() => setAsked({ what: 'new' })}><Plus size={16} /> <span>New ticket</span></button>
      </header>
      <div className="column-tabs narrow" role="tablist" aria-label="Columns">
        {COLUMNS.map(one => <button key={one} role="tab" aria-selected={one === column} onClick={() => show({ column: one })}>{COLUMN_NAMES[one]} <span className="muted">{lists?.[one].length || ''}</span></button>)}
      </div>
      {failure !== undefined && <ProblemBox failure={failure} retry={() => setFailure(undefined)} />}
      {board.error && !lists && <ProblemBox failure={board.error} retry={() => void board.refetch()} />}
      {isEmpty
        ? <Empty title="No tickets yet." action={<button className="button primary" onClick={() => setAsked({ what: 'new' })}>Write a ticket</button>}>Agents propose tickets while they work; you decide which become real. You can write one yourself, and start a session from it.</Empty>
        : <div className="board" tabIndex={-1}>
            {COLUMNS.map(one => <ColumnView key={one} column={one} tickets={lists?.[one]} isShown={one === column} showsProject={!project && new Set(lists && COLUMNS.flatMap(other => lists[other].map(ticket => ticket.project))).size > 1} onMove={move} onAccept={accept} onReject={reject} onEdit={edit} onStart={start} />)}
          </div>}
      <p className="hidden-text" role="status">{news}</p>
      {asked?.what === 'new' && <NewTicketDialog project={project} onClose={() => setAsked(null)} />}
      {asked?.what === 'edit' && <EditDialog id={asked.id} onClose={() => setAsked(null)} />}
      {asked?.what === 'reject' && <RejectDialog deciding={asked.deciding} onClose={() => setAsked(null)} />}
      {asked?.what === 'start' && <StartDialog ticket={asked.ticket} onClose={() => setAsked(null)} />}
    </Columns>
  )
}

function ProjectChoice(props: { project: string; tickets: Ticket[]; onChoose: (project: string) => void }) {
  const all = [...new Set([...props.tickets.map(one => one.project), ...(props.project ? [props.project] : [])])]
  if (all.length < 2 && !props.project) return null
  return (
    <select className="chip" aria-label="Project" value={props.project} onChange={event => props.onChoose(event.target.value)}>
      <option value="">All projects</option>
      {all.map(one => <option key={one} value={one}>{projectName(one)}</option>)}
    </select>
  )
}
