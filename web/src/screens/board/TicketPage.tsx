import { ArrowLeft, Pencil, Play } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { go, sessionPath } from '../../actions/go'
import { useActions } from '../../actions/registry'
import type { TicketDetails } from '../../api/generated'
import { useSubject } from '../../frame/title'
import { Markdown } from '../../transcript/Markdown'
import { Columns } from '../../ui/Columns'
import { ProblemBox, Skeleton } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { Comments } from './Comments'
import { EditDialog, RejectDialog, StartDialog } from './dialogs'
import { TicketSide } from './TicketSide'
import { COLUMN_NAMES, COLUMNS, useTicket, verbs, type Movable } from './tickets'
import './board.css'

/** One ticket: what is to be done, what was said about it, who worked on it. */
export function TicketPage() {
  const { id = '' } = useParams<{ id: string }>()
  const found = useTicket(id)
  const [asked, setAsked] = useState<'edit' | 'reject' | 'start' | null>(null)
  const [failure, setFailure] = useState<unknown>()
  const ticket = found.data
  useSubject(ticket ? `${ticket.id} ${oneLine(ticket.title, 60)}` : id)
  const isProposed = ticket?.column === 'proposed'
  const accept = () => void verbs.accept(id).catch(setFailure)
  useActions([
    { id: 'ticket.back', title: 'Back to the board', group: 'Ticket', keys: ['Escape'], when: () => asked === null, run: () => go('/board') },
    { id: 'ticket.edit', title: 'Edit the ticket', group: 'Ticket', keys: ['e'], when: () => ticket !== undefined, run: () => setAsked('edit') },
    { id: 'ticket.start', title: 'Start a session from the ticket', group: 'Ticket', keys: ['s'], when: () => ticket !== undefined && !isProposed, run: () => setAsked('start') },
    { id: 'ticket.accept', title: 'Accept the proposal', group: 'Ticket', keys: ['y'], when: () => isProposed, run: accept },
    { id: 'ticket.reject', title: 'Reject the proposal', group: 'Ticket', keys: ['r'], when: () => isProposed, run: () => setAsked('reject') },
  ])
  if (!ticket) return <Columns>{found.error ? <ProblemBox failure={found.error} retry={() => void found.refetch()} /> : <Skeleton rows={4} />}</Columns>
  return (
    <Columns side={<TicketSide ticket={ticket} />} sideName="About this ticket">
      <header className="head">
        <button className="button quiet icon" aria-label="Back to the board" onClick={() => go('/board')}><ArrowLeft size={16} /></button>
        <span className="muted">{ticket.id}</span>
        <span className="grow" />
        {isProposed
          ? <><button className="button" onClick={() => setAsked('reject')}>Reject…</button><button className="button primary" onClick={accept}>Accept <kbd className="wide-only">y</kbd></button></>
          : <><ColumnChoice ticket={ticket} onFailure={setFailure} />{ticket.column !== 'rejected' && <button className="button primary" onClick={() => setAsked('start')}><Play size={14} /> Start</button>}</>}
        <button className="button icon" aria-label="Edit" title="Edit" onClick={() => setAsked('edit')}><Pencil size={14} /></button>
      </header>
      <div className="scroll ticket" tabIndex={0}>
        <article>
          <h1>{oneLine(ticket.title)}</h1>
          {failure !== undefined && <ProblemBox failure={failure} />}
          {isProposed && (ticket.maybeSameAs?.length ?? 0) > 0 && <p className="waits">Maybe the same as {ticket.maybeSameAs!.map(one => <TicketLink key={one} id={one} />)}</p>}
          {ticket.reason && <p className="muted">Rejected: {oneLine(ticket.reason, 500)}</p>}
          {ticket.body ? <Markdown text={ticket.body} /> : <p className="muted">No more words than the title.</p>}
          <div className="narrow"><TicketSide ticket={ticket} /></div>
          <Comments ticket={ticket} />
        </article>
      </div>
      {asked === 'edit' && <EditDialog id={id} onClose={() => setAsked(null)} />}
      {asked === 'reject' && <RejectDialog deciding={{ tickets: [ticket] }} onClose={() => setAsked(null)} />}
      {asked === 'start' && <StartDialog ticket={ticket} onClose={() => setAsked(null)} />}
    </Columns>
  )
}

export function TicketLink(props: { id: string }) {
  const to = `/t/${encodeURIComponent(props.id)}`
  return <a className="link" href={to} onClick={event => { event.preventDefault(); go(to) }}>{props.id}</a>
}

export function SessionLink(props: { id: string; row?: number; children: string }) {
  const to = sessionPath(props.id, props.row)
  return <a className="link" href={to} onClick={event => { event.preventDefault(); go(to) }}>{props.children}</a>
}

function ColumnChoice(props: { ticket: TicketDetails; onFailure: (failure: unknown) => void }) {
  const { ticket } = props
  return (
    <select className="field column-choice" aria-label="Column" value={ticket.column} disabled={ticket.column === 'rejected'} onChange={event => void verbs.move(ticket, event.target.value as Movable, undefined).catch(props.onFailure)}>
      {ticket.column === 'rejected' && <option value="rejected">Rejected</option>}
      {COLUMNS.filter(one => one !== 'proposed').map(one => <option key={one} value={one}>{COLUMN_NAMES[one]}</option>)}
    </select>
  )
}
