import { go, sessionPath } from '../../actions/go'
import type { TicketDetails } from '../../api/generated'
import { live } from '../../stream/live'
import { ProviderSign } from '../../ui/Provider'
import { Status, statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { money, oneLine, tidyPath, tokens } from '../../ui/text'
import { exact } from '../../ui/time'
import { SessionLink, TicketLink } from './TicketPage'

/** The facts of a ticket: where it comes from, what it waits for, who worked on it and for how much. */
export function TicketSide(props: { ticket: TicketDetails }) {
  const { ticket } = props
  const by = ticket.proposedBy
  return (
    <div className="ticket-side">
      <dl>
        <Fact name="Column">{ticket.column}</Fact>
        <Fact name="Kind">{ticket.kind}</Fact>
        <Fact name="Priority">{ticket.priority}</Fact>
        {ticket.labels.length > 0 && <Fact name="Labels"><span className="ticket-facts">{ticket.labels.map(one => <span className="chip" key={one}>{oneLine(one, 30)}</span>)}</span></Fact>}
        <Fact name="Project"><span className="mono small path" title={ticket.project}>{tidyPath(ticket.project)}</span></Fact>
        {by && <Fact name="Proposed by"><span className="row"><ProviderSign id={by.provider} />{by.sessionId ? <SessionLink id={by.sessionId} row={by.sequence}>show where</SessionLink> : by.provider}</span></Fact>}
        {by && ticket.column !== 'proposed' && <Fact name="Decided">{ticket.column === 'rejected' ? 'rejected by you' : ticket.isEdited ? 'accepted by you, with changes' : 'accepted by you'}</Fact>}
        {ticket.dependsOn.length > 0 && <Fact name="Comes after"><span className="row">{ticket.dependsOn.map(one => <span key={one}><TicketLink id={one} />{ticket.waitsFor?.includes(one) ? <span className="waits"> open</span> : <span className="muted"> done</span>}</span>)}</span></Fact>}
        {ticket.files.length > 0 && <Fact name="Files"><ul>{ticket.files.map(one => <li key={one} className="mono small path">{oneLine(one)}</li>)}</ul></Fact>}
        <Fact name="Written">{exact(ticket.createdAt)}{ticket.isEdited && !by ? ', edited by you' : ''}</Fact>
      </dl>
      <h2>Sessions</h2>
      {ticket.sessions.length === 0 && <p className="muted small">No session has worked on it.</p>}
      <ul>
        {ticket.sessions.map(one => <WorkedOn key={one.sessionId} id={one.sessionId} cost={one.usage.totalCost} count={one.usage.inputTokens + one.usage.outputTokens} />)}
      </ul>
      {ticket.sessions.length > 0 && <p className="muted small">Altogether {money(ticket.usage.totalCost) || 'no known cost'}, {tokens(ticket.usage.inputTokens + ticket.usage.outputTokens)} tokens.</p>}
    </div>
  )
}

function WorkedOn(props: { id: string; cost: number | undefined; count: number }) {
  const session = useStore(live, value => value.sessions.get(props.id))
  return (
    <li className="row">
      <ProviderSign id={session?.provider} />
      <span className="cut grow"><SessionLink id={props.id}>{oneLine(session?.title, 60) || props.id}</SessionLink></span>
      {session && <Status word={statusOf(session)} isShort />}
      <ChangesLink id={props.id} />
      <span className="muted small">{money(props.cost) || `${tokens(props.count)} tokens`}</span>
    </li>
  )
}

/** What it changed in files, line by line. */
function ChangesLink(props: { id: string }) {
  const to = `${sessionPath(props.id)}/changes`
  return <a className="link small" href={to} onClick={event => { event.preventDefault(); go(to) }}>changes</a>
}

function Fact(props: { name: string; children: React.ReactNode }) {
  return <div><dt className="muted small">{props.name}</dt><dd>{props.children}</dd></div>
}
