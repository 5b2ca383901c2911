import { useRef } from 'react'
import type { Ticket } from '../../api/generated'
import { plural } from '../../ui/text'
import { Card } from './Card'
import { useColumnDrop } from './dragging'
import { Proposals, type Deciding } from './Proposals'
import { COLUMN_NAMES, type Column, type Movable } from './tickets'

const HINTS: Record<Column, string> = {
  proposed: 'What agents propose waits here for you.',
  ready: 'Accepted, and not begun.',
  doing: 'A session works on it.',
  review: 'The session is done; look at it.',
  done: 'Nothing is done yet.',
}

interface Props {
  column: Column
  tickets: Ticket[] | undefined
  isShown: boolean
  showsProject: boolean
  onMove: (ticket: Ticket, column: Movable, before: string | undefined) => void
  onAccept: (deciding: Deciding) => void
  onReject: (deciding: Deciding) => void
  onEdit: (ticket: Ticket) => void
  onStart: (ticket: Ticket) => void
}

export function ColumnView(props: Props) {
  const { column, tickets } = props
  const element = useRef<HTMLElement>(null)
  const isOver = useColumnDrop(element, column !== 'proposed', dragged => { if (column !== 'proposed') props.onMove(dragged, column, undefined) })
  return (
    <section ref={element} className={`board-column${props.isShown ? ' shown' : ''}${isOver ? ' over' : ''}`} aria-label={`${COLUMN_NAMES[column]}, ${plural(tickets?.length ?? 0, 'ticket')}`} data-column={column}>
      <h2 className="wide-only">{COLUMN_NAMES[column]} <span className="muted small">{tickets?.length || ''}</span></h2>
      <ul className="cards" tabIndex={tickets?.length ? -1 : undefined}>
        {!tickets && [1, 2, 3].map(at => <li key={at} className="card" aria-hidden="true"><div className="skeleton" style={{ width: '70%' }} /><div className="skeleton" style={{ width: '40%' }} /></li>)}
        {tickets?.length === 0 && <li className="muted small column-hint">{HINTS[column]}</li>}
        {tickets && column === 'proposed'
          ? <Proposals tickets={tickets} showsProject={props.showsProject} onAccept={props.onAccept} onReject={props.onReject} onEdit={props.onEdit} />
          : tickets?.map((ticket, at) => <Card key={ticket.id} ticket={ticket} showsProject={props.showsProject} next={tickets[at + 1]?.id} onMove={props.onMove} onStart={props.onStart} />)}
      </ul>
    </section>
  )
}
