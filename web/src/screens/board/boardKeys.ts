import { useEffect, useRef } from 'react'
import { useActions } from '../../actions/registry'
import type { Ticket } from '../../api/generated'
import type { Deciding } from './Proposals'
import { COLUMNS, type Column, type Movable } from './tickets'

type Lists = Record<Column, Ticket[]>

interface Verbs {
  move: (ticket: Ticket, column: Movable, before: string | undefined) => void
  accept: (deciding: Deciding) => void
  reject: (deciding: Deciding) => void
  edit: (ticket: Ticket) => void
  start: (ticket: Ticket) => void
  isFree: boolean
}

const MOVABLE: Movable[] = ['ready', 'doing', 'review', 'done']

function focused(): string | undefined {
  return document.activeElement?.closest<HTMLElement>('[data-ticket]')?.dataset.ticket
}

/** Moves on the board without a mouse: the card with the focus is the one that is meant. */
export function useBoardKeys(lists: Lists | undefined, verbs: Verbs): void {
  const wanted = useRef<string | undefined>(undefined)
  useEffect(() => {
    // A card that was moved is another element now; the focus goes with it, until the person puts it elsewhere.
    if (!wanted.current) return
    if (document.activeElement === document.body) document.querySelector<HTMLElement>(`[data-ticket="${wanted.current}"]`)?.focus()
    else if (focused() !== wanted.current) wanted.current = undefined
  }, [lists])
  const current = (): [Ticket, Column, number] | undefined => {
    const id = focused()
    for (const column of COLUMNS) {
      const at = lists?.[column].findIndex(one => one.id === id) ?? -1
      if (at >= 0) return [lists![column][at]!, column, at]
    }
    return undefined
  }
  const focus = (ticket: Ticket | undefined) => { if (ticket) document.querySelector<HTMLElement>(`[data-ticket="${ticket.id}"]`)?.focus() }
  const step = (by: number) => {
    const now = current()
    if (!now) return focus(COLUMNS.flatMap(one => lists?.[one] ?? [])[0])
    focus(lists?.[now[1]][now[2] + by])
  }
  const aside = (by: number) => {
    const now = current()
    if (!now) return
    for (let at = COLUMNS.indexOf(now[1]) + by; at >= 0 && at < COLUMNS.length; at += by) {
      const list = lists?.[COLUMNS[at]!] ?? []
      if (list.length) return focus(list[Math.min(now[2], list.length - 1)])
    }
  }
  const carry = (by: number) => {
    const now = current()
    const to = now && now[1] !== 'proposed' ? MOVABLE[MOVABLE.indexOf(now[1]) + by] : undefined
    if (!now || !to) return
    wanted.current = now[0].id
    verbs.move(now[0], to, undefined)
  }
  const lift = (by: number) => {
    const now = current()
    if (!now || now[1] === 'proposed') return
    const list = lists![now[1]]
    const to = now[2] + by
    if (to < 0 || to >= list.length) return
    wanted.current = now[0].id
    verbs.move(now[0], now[1], by < 0 ? list[to]!.id : list[to + 1]?.id)
  }
  const proposed = () => verbs.isFree && current()?.[1] === 'proposed'
  const onCard = () => verbs.isFree && current() !== undefined
  useActions([
    { id: 'board.down', title: 'Next ticket', group: 'Board', keys: ['j', 'ArrowDown'], isKeyOnly: true, when: () => verbs.isFree, run: () => step(1) },
    { id: 'board.up', title: 'Previous ticket', group: 'Board', keys: ['k', 'ArrowUp'], isKeyOnly: true, when: () => verbs.isFree, run: () => step(-1) },
    { id: 'board.right', title: 'Next column', group: 'Board', keys: ['l', 'ArrowRight'], isKeyOnly: true, when: onCard, run: () => aside(1) },
    { id: 'board.left', title: 'Previous column', group: 'Board', keys: ['h', 'ArrowLeft'], isKeyOnly: true, when: onCard, run: () => aside(-1) },
    { id: 'board.carry.right', title: 'Move to the next column', group: 'Board', keys: ['Shift+ArrowRight', 'Shift+L'], when: onCard, run: () => carry(1) },
    { id: 'board.carry.left', title: 'Move to the previous column', group: 'Board', keys: ['Shift+ArrowLeft', 'Shift+H'], when: onCard, run: () => carry(-1) },
    { id: 'board.lift', title: 'Move up', group: 'Board', keys: ['Shift+ArrowUp', 'Shift+K'], when: onCard, run: () => lift(-1) },
    { id: 'board.lower', title: 'Move down', group: 'Board', keys: ['Shift+ArrowDown', 'Shift+J'], when: onCard, run: () => lift(1) },
    { id: 'board.accept', title: 'Accept the proposal', group: 'Board', keys: ['y'], when: proposed, run: () => { const now = current(); if (now) verbs.accept({ tickets: [now[0]] }) } },
    { id: 'board.reject', title: 'Reject the proposal', group: 'Board', keys: ['r'], when: proposed, run: () => { const now = current(); if (now) verbs.reject({ tickets: [now[0]] }) } },
    { id: 'board.edit', title: 'Edit the ticket', group: 'Board', keys: ['e'], when: onCard, run: () => { const now = current(); if (now) verbs.edit(now[0]) } },
    { id: 'board.start', title: 'Start a session from the ticket', group: 'Board', keys: ['s'], when: () => onCard() && !proposed(), run: () => { const now = current(); if (now) verbs.start(now[0]) } },
  ])
}
