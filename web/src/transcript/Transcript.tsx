import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useActions } from '../actions/registry'
import { plural } from '../ui/text'
import { setOpened, isOpened } from './folds'
import { itemsOf, type Item } from './items'
import type { Row } from './row'
import { ItemView, type RowContext } from './RowView'
import './transcript.css'

const AT_END = 48
const NEAR_START = 600

/** The talk: follows its end until the person scrolls up, and then stays where the person reads. */
export function Transcript(props: {
  rows: readonly Row[]
  context: RowContext
  target?: string
  onOlder?: () => void
  onNewer?: () => void
  hasOlder?: boolean
  hasNewer?: boolean
  hasKeys?: boolean
  footer?: ReactNode
}) {
  const known = useRef(new Map<string, Item>())
  const items = useMemo(() => itemsOf(props.rows, known.current), [props.rows])
  const scroll = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(props.target === undefined)
  const [seen, setSeen] = useState<string | null>(null)
  const getItemKey = useCallback((at: number) => items[at]!.key, [items])
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroll.current,
    estimateSize: at => estimate(items[at]!),
    getItemKey,
    overscan: 6,
    paddingStart: 4,
    paddingEnd: 20,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: AT_END,
  })
  useStart(virtual, items, props.target, isFollowing)
  useViewportChanges(scroll, isFollowing)
  const onScroll = () => {
    const box = scroll.current
    if (!box) return
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= AT_END
    if (isEnd !== isFollowing.current) {
      isFollowing.current = isEnd
      setSeen(isEnd ? null : (items.at(-1)?.key ?? null))
    }
    if (box.scrollTop < NEAR_START && props.hasOlder) props.onOlder?.()
    if (props.hasNewer && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_START) props.onNewer?.()
  }
  const toEnd = () => {
    isFollowing.current = true
    setSeen(null)
    virtual.scrollToEnd()
  }
  useTranscriptKeys(props.hasKeys ?? false, items, virtual, props.context.place, toEnd)
  const fresh = seen === null ? 0 : items.length - 1 - items.findIndex(item => item.key === seen)
  return (
    <div className="transcript-box">
      <div className="transcript scroll" ref={scroll} onScroll={onScroll} tabIndex={0} role="log" aria-label="Conversation" aria-live="off">
        <div className="transcript-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(place => {
            const item = items[place.index]!
            return (
              <div key={place.key} data-index={place.index} data-row={item.key} ref={virtual.measureElement} className={`transcript-row ${kindOfItem(item)}${item.key === props.target ? ' target' : ''}`} style={{ transform: `translateY(${place.start}px)` }}>
                <ItemView item={item} context={props.context} />
              </div>
            )
          })}
        </div>
        {props.footer}
      </div>
      {seen !== null && (
        <button className="new-pill" onClick={toEnd}><ArrowDown size={14} aria-hidden="true" />{fresh > 0 ? `${plural(fresh, 'new row')}` : 'To the end'}</button>
      )}
    </div>
  )
}

type Virtual = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>

/** Begins at the row that was asked for, or at the end. */
function useStart(virtual: Virtual, items: Item[], target: string | undefined, isFollowing: React.RefObject<boolean>): void {
  const done = useRef<string | null>(null)
  useLayoutEffect(() => {
    const name = target ?? 'end'
    if (items.length === 0 || done.current === name) return
    const at = target ? items.findIndex(item => item.key === target || ('group' in item && item.group.some(row => row.id === target))) : items.length - 1
    if (at < 0) return
    done.current = name
    isFollowing.current = !target
    if (target) virtual.scrollToIndex(at, { align: 'start' })
    else virtual.scrollToEnd()
  }, [virtual, items, target, isFollowing])
}

/** The composer grows, the window changes: whoever follows the end still sees it. */
function useViewportChanges(scroll: React.RefObject<HTMLDivElement | null>, isFollowing: React.RefObject<boolean>): void {
  useEffect(() => {
    const box = scroll.current
    if (!box) return
    const observer = new ResizeObserver(() => { if (isFollowing.current) box.scrollTop = box.scrollHeight })
    observer.observe(box)
    return () => observer.disconnect()
  }, [scroll, isFollowing])
}

function useTranscriptKeys(isOn: boolean, items: Item[], virtual: Virtual, place: string, toEnd: () => void): void {
  const jump = (step: 1 | -1) => {
    const top = virtual.scrollOffset ?? 0
    const here = virtual.getVirtualItemForOffset(top + 24)?.index ?? 0
    for (let at = here + step; at >= 0 && at < items.length; at += step) {
      const item = items[at]!
      if ('row' in item && item.row.kind === 'prompt') return virtual.scrollToIndex(at, { align: 'start' })
    }
    if (step === 1) toEnd()
  }
  const toggle = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    const last = items.findLast(item => item.key === focused) ?? items.findLast(item => 'group' in item || item.row.kind === 'tool' || item.row.kind === 'thought')
    if (!last) return
    const key = 'group' in last ? `${place}/group-${last.key}` : `${place}/${last.key}`
    setOpened(key, !isOpened(key))
  }
  useActions(isOn ? [
    { id: 'next-prompt', title: 'To the next prompt', group: 'Conversation', keys: ['Shift+J'], run: () => jump(1) },
    { id: 'previous-prompt', title: 'To the previous prompt', group: 'Conversation', keys: ['Shift+K'], run: () => jump(-1) },
    { id: 'to-end', title: 'To the end', group: 'Conversation', keys: ['End'], run: toEnd },
    { id: 'fold', title: 'Open or fold', group: 'Conversation', keys: ['o'], run: toggle },
  ] : [])
}

function kindOfItem(item: Item): string {
  return 'group' in item ? 'tool-row' : `${item.row.kind}-row`
}

/** Near enough that little moves when the real height is known. */
function estimate(item: Item): number {
  if ('group' in item) return 30
  const { row } = item
  switch (row.kind) {
    case 'prompt': return 56 + 21 * Math.ceil(row.text.length / 80)
    case 'text': return 24 + 22 * Math.ceil(row.text.length / 78)
    case 'tool': return 30
    default: return 30
  }
}
