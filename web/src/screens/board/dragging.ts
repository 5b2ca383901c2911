import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Ticket } from '../../api/generated'

const isTicket = (data: Record<string | symbol, unknown>): data is { ticket: Ticket } => typeof data.ticket === 'object'

/** A card that can be dragged, and dropped before or behind. */
export function useCardDragging(card: RefObject<HTMLElement | null>, ticket: Ticket, onDrop: (dragged: Ticket, isBehind: boolean) => void) {
  const [edge, setEdge] = useState<'before' | 'behind' | null>(null)
  const [isDragged, setDragged] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    // The library listens on the element itself.
    const element = card.current
    if (!element || ticket.column === 'proposed') return
    const side = (y: number) => { const box = element.getBoundingClientRect(); return y > box.top + box.height / 2 ? 'behind' : 'before' }
    return combine(
      draggable({ element, getInitialData: () => ({ ticket }), onDragStart: () => setDragged(true), onDrop: () => setDragged(false) }),
      dropTargetForElements({
        element,
        canDrop: ({ source }) => isTicket(source.data) && source.data.ticket.id !== ticket.id,
        onDrag: ({ location }) => setEdge(side(location.current.input.clientY)),
        onDragLeave: () => setEdge(null),
        onDrop: ({ source, location }) => {
          setEdge(null)
          if (isTicket(source.data)) drop.current(source.data.ticket, side(location.current.input.clientY) === 'behind')
        },
      }),
    )
  }, [card, ticket])
  return { edge, isDragged }
}

/** A column takes what is dropped below its cards. */
export function useColumnDrop(column: RefObject<HTMLElement | null>, isPossible: boolean, onDrop: (dragged: Ticket) => void): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useRef(onDrop)
  drop.current = onDrop
  useEffect(() => {
    const element = column.current
    if (!element || !isPossible) return
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => isTicket(source.data),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source, location }) => {
        setOver(false)
        // A card below the pointer has taken it already.
        if (isTicket(source.data) && location.current.dropTargets[0]?.element === element) drop.current(source.data.ticket)
      },
    })
  }, [column, isPossible])
  return isOver
}
