import { MoreHorizontal } from 'lucide-react'
import { useRef } from 'react'
import { go } from '../../actions/go'
import type { Ticket } from '../../api/generated'
import { Menu } from '../../ui/Menu'
import { ProviderSign } from '../../ui/Provider'
import { oneLine, projectName } from '../../ui/text'
import { useCardDragging } from './dragging'
import { COLUMN_NAMES, COLUMNS, type Movable } from './tickets'

interface Props {
  ticket: Ticket
  showsProject: boolean
  onMove: (ticket: Ticket, column: Movable, before: string | undefined) => void
  /** The card behind this one: what is dropped behind comes before it. */
  next: string | undefined
  onStart: (ticket: Ticket) => void
}

/** One ticket on the board. The whole card opens it; it can be dragged, and moved by keys and by its menu. */
export function Card(props: Props) {
  const { ticket } = props
  const element = useRef<HTMLLIElement>(null)
  const { edge, isDragged } = useCardDragging(element, ticket, (dragged, isBehind) => props.onMove(dragged, ticket.column as Movable, isBehind ? props.next : ticket.id))
  const to = `/t/${ticket.id}`
  return (
    <li ref={element} className={`card${edge ? ` drop-${edge}` : ''}${isDragged ? ' dragged' : ''}`}>
      <a className="card-link" href={to} data-ticket={ticket.id} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to) } }} draggable={false}>
        <span className="card-title">{oneLine(ticket.title)}</span>
        <TicketFacts ticket={ticket} showsProject={props.showsProject} />
      </a>
      <Menu
        label={`Move or start ${ticket.id}`} button={<MoreHorizontal size={16} />}
        items={[
          { title: 'Start a session', run: () => props.onStart(ticket), isPossible: ticket.column !== 'done' },
          ...COLUMNS.filter((one): one is Movable => one !== 'proposed' && one !== ticket.column).map(one => ({ title: `Move to ${COLUMN_NAMES[one]}`, run: () => props.onMove(ticket, one, undefined) })),
        ]}
      />
    </li>
  )
}

/** Number, priority where it matters, labels, what it waits for. */
export function TicketFacts(props: { ticket: Ticket; showsProject: boolean }) {
  const { ticket } = props
  return (
    <span className="ticket-facts small muted">
      <span>{ticket.id}</span>
      {ticket.kind !== 'task' && <span>{ticket.kind}</span>}
      {(ticket.priority === 'high' || ticket.priority === 'urgent') && <span className={`priority ${ticket.priority}`}>{ticket.priority}</span>}
      {props.showsProject && <span className="cut">{projectName(ticket.project)}</span>}
      {ticket.labels.map(label => <span className="chip" key={label}>{oneLine(label, 30)}</span>)}
      {(ticket.waitsFor?.length ?? 0) > 0 && <span className="waits">waits for {ticket.waitsFor!.join(', ')}</span>}
      {(ticket.maybeSameAs?.length ?? 0) > 0 && <span className="waits">maybe the same as {ticket.maybeSameAs!.join(', ')}</span>}
      {ticket.proposedBy && ticket.column !== 'proposed' && <ProviderSign id={ticket.proposedBy.provider} />}
    </span>
  )
}
