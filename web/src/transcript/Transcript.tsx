import { ArrowDown } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { plural } from '../ui/text'
import { itemsOf, type Item } from './items'
import type { Row } from './row'
import { ItemView, type RowContext } from './RowView'
import { useScrolling } from './scrolling'
import { useTranscriptKeys } from './transcriptKeys'
import './transcript.css'

const NEAR_START = 600

/** The talk: rows of which only those near the screen are drawn. How it moves is told in `scrolling.ts`. */
export function Transcript(props: {
  rows: readonly Row[]
  context: RowContext
  target?: string
  onOlder?: () => void
  onNewer?: () => void
  hasOlder?: boolean
  hasNewer?: boolean
  onFarEnd?: () => void
  hasKeys?: boolean
}) {
  const known = useRef(new Map<string, Item>())
  const items = useMemo(() => itemsOf(props.rows, known.current), [props.rows])
  const scroll = useRef<HTMLDivElement>(null)
  const scrolling = useScrolling(scroll, items, props.target, props.context.place, props.hasNewer ? props.onFarEnd : undefined)
  const { mode, virtual, size, fresh, toEnd, onScroll } = scrolling
  useTranscriptKeys(props.hasKeys ?? false, items, props.context.place, scrolling)
  const scrolled = () => {
    onScroll()
    const box = scroll.current
    if (!box) return
    if (box.scrollTop < NEAR_START && props.hasOlder) props.onOlder?.()
    if (props.hasNewer && box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_START) props.onNewer?.()
  }
  return (
    <div className="transcript-box" data-mode={mode}>
      <div className="transcript scroll" ref={scroll} onScroll={scrolled} tabIndex={0} role="log" aria-label="Conversation" aria-live="off">
        <div className="transcript-rows" style={size}>
          {virtual.getVirtualItems().map(place => {
            const item = items[place.index]!
            return (
              <div key={place.key} data-index={place.index} data-row={item.key} ref={virtual.measureElement} className={`transcript-row ${kindOfItem(item)}${item.key === props.target ? ' target' : ''}`} style={{ transform: `translateY(${place.start}px)` }}>
                <ItemView item={item} context={props.context} />
              </div>
            )
          })}
        </div>
      </div>
      {fresh !== null && (
        <button className="new-pill" onClick={toEnd}><ArrowDown size={14} aria-hidden="true" />{fresh > 0 ? `${plural(fresh, 'new row')}` : 'To the end'}</button>
      )}
    </div>
  )
}

function kindOfItem(item: Item): string {
  return 'group' in item ? 'tool-row' : `${item.row.kind}-row`
}
