import { elementScroll, useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { estimate, itemAt, type Item } from './items'
import { takeTurnOf } from './turns'

/** How the talk moves: with its end; not at all, because a new turn stands near the top; not at all, because the person reads elsewhere. */
export type Mode = 'follow' | 'anchor' | 'free'

export type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

export interface Scrolling {
  mode: Mode
  virtual: Virtual
  /** For all rows, and below a turn that stands near the top as much room as it needs to stand there. */
  size: { height: number; minHeight?: string }
  /** How many rows are below what can be seen and were not there when the person went away; null: the end is in sight. */
  fresh: number | null
  toEnd: () => void
  /** The person wants to see this row. */
  toItem: (at: number) => void
  /** Tell it of every scroll, whoever causes it. */
  onScroll: () => void
}

const AT_END = 48

/**
 * The one place that moves the talk, and that knows its own scrolls from the person's.
 * @param onFarEnd goes to the end when that is not among the items
 */
export function useScrolling(scroll: RefObject<HTMLDivElement | null>, items: Item[], target: string | undefined, place: string, onFarEnd?: () => void): Scrolling {
  const [mode, setMode] = useState<Mode>(target === undefined ? 'follow' : 'free')
  const [anchor, setAnchor] = useState<string | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const now = useRef<{ mode: Mode; top: number; own: number }>({ mode, top: 0, own: -1 })
  const last = items.at(-1)?.key ?? null
  const isFar = onFarEnd !== undefined
  const change = (next: Mode) => {
    if (now.current.mode === next) return
    now.current.mode = next
    setMode(next)
    if (next === 'free') setSeen(last)
    if (next === 'follow') setAnchor(null)
  }
  const getItemKey = useCallback((at: number) => items[at]!.key, [items])
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: at => estimate(items[at]!),
    getItemKey,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 20,
    anchorTo: 'end',
    followOnAppend: mode === 'follow',
    scrollEndThreshold: mode === 'follow' ? AT_END : -1,
    scrollToFn: (offset, options, instance) => {
      now.current.own = offset + (options.adjustments ?? 0)
      elementScroll(offset, options, instance)
    },
  })
  const moveTo = (top: number) => {
    now.current.own = top
    if (scroll.current) scroll.current.scrollTop = top
  }
  const view = virtual.scrollRect?.height ?? 0
  const total = virtual.getTotalSize()
  const anchored = anchor === null ? -1 : itemAt(items, anchor)
  const anchorTop = virtual.measurementsCache[anchored]?.start ?? 0
  const room = anchored < 0 ? 0 : Math.max(0, anchorTop + view - total)

  useStart(virtual, items, target, () => { change('free'); setSeen(last) })
  useLayoutEffect(() => {
    // Only when it begins: appended rows are the list's own affair.
    if (mode === 'follow') virtual.scrollToEnd()
  }, [mode, virtual])
  useLayoutEffect(() => {
    if (mode !== 'anchor') return
    // The list may still be on its way to the end.
    virtual.cancelScroll()
    moveTo(anchorTop)
  }, [mode, anchorTop, view])
  useNewTurn(items, isFar, key => {
    // What the person sent from here is what the person wants to see; whoever only watches is left where they are.
    if (!takeTurnOf(place)) return
    setAnchor(key)
    setSeen(key)
    change('anchor')
  })
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    // The composer grows, the window changes: whoever follows the end still sees it.
    const observer = new ResizeObserver(() => { if (now.current.mode === 'follow') moveTo(box.scrollHeight) })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroll])

  const onScroll = () => {
    const box = scroll.current
    if (!box) return
    const isDown = box.scrollTop > now.current.top
    now.current.top = box.scrollTop
    if (Math.abs(box.scrollTop - now.current.own) < 2) return
    now.current.own = -1
    const left = box.scrollHeight - box.scrollTop - box.clientHeight
    // Even a little upwards is meant: the next word must not take it back.
    if (!isFar && (left <= 2 || (isDown && left <= AT_END))) change(room > 0 ? 'anchor' : 'follow')
    else change('free')
  }
  const toEnd = () => {
    if (onFarEnd) return onFarEnd()
    change('follow')
    virtual.scrollToEnd()
  }
  const toItem = (at: number) => {
    change('free')
    virtual.scrollToIndex(at, { align: 'start' })
  }
  const bottom = (virtual.scrollOffset ?? 0) + view
  const isPast = mode !== 'follow' && (isFar || total - bottom > AT_END)
  const lastShown = virtual.getVirtualItems().findLast(one => one.start < bottom)?.index ?? -1
  const fresh = isPast ? items.length - 1 - Math.max(lastShown, seen === null ? -1 : itemAt(items, seen)) : null
  // The style sheet makes the talk a container: its height counts at once, before anybody here hears of a new one.
  const size = { height: total, minHeight: anchored < 0 ? undefined : `calc(${anchorTop}px + 100cqh)` }
  return { mode, virtual, size, fresh, toEnd, toItem, onScroll }
}

/** Begins at the row that was asked for, or at the end. */
function useStart(virtual: Virtual, items: Item[], target: string | undefined, onTarget: () => void): void {
  const done = useRef<string | null>(null)
  useLayoutEffect(() => {
    const name = target ?? 'end'
    if (items.length === 0 || done.current === name) return
    const at = target === undefined ? items.length - 1 : itemAt(items, target)
    if (at < 0) return
    done.current = name
    if (target === undefined) return virtual.scrollToEnd()
    onTarget()
    virtual.scrollToIndex(at, { align: 'start' })
  })
}

/** Tells of a prompt that was not there before, at the end of what was. As long as that is not the end, it is only read on. */
function useNewTurn(items: Item[], isFar: boolean, onTurn: (key: string) => void): void {
  const known = useRef<string | null>(null)
  useLayoutEffect(() => {
    const before = known.current
    known.current = isFar ? null : (items.at(-1)?.key ?? null)
    if (before === null || before === known.current) return
    for (let at = items.length - 1; at >= 0 && items[at]!.key !== before; at--) {
      const item = items[at]!
      if ('row' in item && item.row.kind === 'prompt') return onTurn(item.key)
    }
  })
}
