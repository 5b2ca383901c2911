import { Check, Pencil, X } from 'lucide-react'
import { go, sessionPath } from '../../actions/go'
import type { Ticket } from '../../api/generated'
import { ProviderSign, useProviderName } from '../../ui/Provider'
import { oneLine, plural } from '../../ui/text'
import { Ago } from '../../ui/time'
import { TicketFacts } from './Card'

/** What is asked about a proposal. */
export interface Deciding { tickets: Ticket[]; proposal?: string }

interface Props {
  tickets: Ticket[]
  showsProject: boolean
  onAccept: (deciding: Deciding) => void
  onReject: (deciding: Deciding) => void
  onEdit: (ticket: Ticket) => void
}

/** What agents proposed, by the call that made it. An agent waits until each is decided. */
export function Proposals(props: Props) {
  const calls = new Map<string, Ticket[]>()
  for (const ticket of props.tickets) {
    const call = ticket.proposedBy?.proposal ?? ticket.id
    calls.set(call, [...(calls.get(call) ?? []), ticket])
  }
  return <>{[...calls].map(([call, tickets]) => <Call key={call} {...props} proposal={call} tickets={tickets} />)}</>
}

function Call(props: Props & { proposal: string }) {
  const first = props.tickets[0]!
  const by = first.proposedBy
  const name = useProviderName(by?.provider)
  const row = by?.sessionId ? sessionPath(by.sessionId, by.sequence) : undefined
  return (
    <li className="call">
      <div className="call-head small">
        <ProviderSign id={by?.provider} />
        <span className="cut grow">{name}: {plural(props.tickets.length, 'proposal')}</span>
        <span className="muted"><Ago time={first.createdAt} /></span>
      </div>
      <ul>
        {props.tickets.map(ticket => (
          <li key={ticket.id} className="proposal">
            <a className="card-link" href={`/t/${ticket.id}`} data-ticket={ticket.id} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(`/t/${ticket.id}`) } }}>
              <span className="card-title">{oneLine(ticket.title)}</span>
              <TicketFacts ticket={ticket} showsProject={props.showsProject} />
            </a>
            <div className="decide">
              <button className="button" onClick={() => props.onAccept({ tickets: [ticket] })} aria-label={`Accept ${ticket.id}`}><Check size={14} /> Accept</button>
              <button className="button quiet icon" onClick={() => props.onEdit(ticket)} aria-label={`Edit ${ticket.id}, then accept`} title="Edit, then accept"><Pencil size={14} /></button>
              <button className="button quiet icon" onClick={() => props.onReject({ tickets: [ticket] })} aria-label={`Reject ${ticket.id}`} title="Reject"><X size={14} /></button>
            </div>
          </li>
        ))}
      </ul>
      <div className="call-foot small">
        {row && <a href={row} className="link" onClick={event => { event.preventDefault(); go(row) }}>Show where</a>}
        <span className="grow" />
        {props.tickets.length > 1 && <>
          <button className="button quiet" onClick={() => props.onReject({ tickets: props.tickets, proposal: props.proposal })}>Reject all</button>
          <button className="button quiet" onClick={() => props.onAccept({ tickets: props.tickets, proposal: props.proposal })}>Accept all</button>
        </>}
      </div>
    </li>
  )
}
