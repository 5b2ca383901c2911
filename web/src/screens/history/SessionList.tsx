import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import type { Session } from '../../api/generated'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { countOf, type Filters } from './filters'
import { rowsOf, type Row } from './rows'
import { SessionRow } from './SessionRow'
import { PAGE, usePages, useSections } from './sections'

export interface ListHandle { move: (by: number) => void; first: () => void; current: () => string | undefined }

const isPhone = () => matchMedia('(max-width: 720px)').matches

/** All sessions, newest first. Only what is on the screen exists, however many there are. */
export function SessionList(props: { filters: Filters; handle: Ref<ListHandle>; onFailure: (failure: unknown) => void }) {
  const { filters } = props
  const sections = useSections(filters)
  const [shut, setShut] = useState<ReadonlyMap<string, boolean>>(new Map())
  const isShut = (id: string, at: number) => shut.get(id) ?? (filters.group !== 'attention' && at > 2)
  const [at, setAt] = useState(-1)
  const [near, setNear] = useState(-1)
  const [span, setSpan] = useState<readonly [number, number]>([0, 30])
  const scroller = useRef<HTMLDivElement>(null)

  const open = sections.map((section, index) => ({ section, isOpen: !section.title || !isShut(section.id, index) }))
  const totals = useRef(new Map<string, number>())
  const before = rowsOf(open, totals.current)
  const wanted = useMemo(() => wantedPages(open, before.at, span, before.count), [open.map(one => one.section.id + one.isOpen + JSON.stringify(one.section.query)).join(), span, before.count])
  const loaded = usePages(wanted)
  for (const { section } of wanted) {
    const first = loaded.pages.get(`${section.id} 0`)
    if (first) totals.current.set(section.id, first.total)
  }
  const rows = rowsOf(open, totals.current)
  const session = (row: Row): Session | undefined => row.known ?? (row.index === undefined ? undefined : loaded.pages.get(`${row.section.id} ${Math.floor(row.index / PAGE)}`)?.sessions[row.index % PAGE])
  const isNewDay = (index: number) => {
    if (filters.group !== 'day' || index < 0 || index >= rows.count) return false
    const now = session(rows.at(index))
    if (!now) return false
    const former = index > 0 ? session(rows.at(index - 1)) : undefined
    return index === 0 || (former !== undefined && dayOf(former) !== dayOf(now))
  }
  const height = isPhone() ? 68 : 56
  const sizes = useVirtualizer({
    count: rows.count, getScrollElement: () => scroller.current, overscan: 8,
    estimateSize: index => (rows.at(index).isTitle ? 36 : height) + (isNewDay(index) ? 34 : 0),
    getItemKey: index => { const row = rows.at(index); return `${row.section.id} ${row.index ?? 'title'}` },
  })
  const items = sizes.getVirtualItems()
  const [from, to] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 30]
  useEffect(() => {
    // What is on the screen decides which pages are asked for; a whole page more or less changes nothing.
    setSpan(was => (was[0] === from && was[1] === to ? was : [from, to]))
  }, [from, to])
  const dataKey = [...loaded.pages].map(([key, page]) => key + (page ? page.sessions.length : '-')).join()
  useEffect(() => sizes.measure(), [sizes, dataKey, filters.group])

  const show = (index: number) => {
    const to = Math.max(0, Math.min(index, rows.count - 1))
    setAt(to)
    sizes.scrollToIndex(to)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${to}"] .session-link, [data-at="${to}"] .group-title`)?.focus({ preventScroll: true }))
  }
  useImperativeHandle(props.handle, () => ({ move: by => show(at + by), first: () => show(0), current: () => (at >= 0 && at < rows.count ? session(rows.at(at))?.key : undefined) }))

  if (loaded.failure && rows.count === 0) return <ProblemBox failure={loaded.failure} retry={loaded.retry} />
  if (rows.count === 0 && (loaded.isPending || sections.length === 0)) return <Skeleton rows={10} />
  if (rows.count === 0) return <Nothing filters={filters} isComplete={loaded.isComplete} />
  return (
    <div className="scroll" ref={scroller} tabIndex={-1} onMouseLeave={() => setNear(-1)}>
      {loaded.failure ? <ProblemBox failure={loaded.failure} retry={loaded.retry} /> : !loaded.isComplete && <p className="muted small reading" role="status">Still reading what the CLIs left; more comes by itself.</p>}
      <div className="virtual" role="list" aria-label="Sessions" style={{ height: sizes.getTotalSize() }}>
        {items.map(item => {
          const row = rows.at(item.index)
          const one = session(row)
          return (
            <div key={item.key} className="virtual-row" role="listitem" data-at={item.index} style={{ height: item.size, transform: `translateY(${item.start}px)` }} aria-setsize={rows.count} aria-posinset={item.index + 1}>
              {row.isTitle
                ? <GroupTitle row={row} isOpen={row.isOpen} onToggle={() => setShut(new Map(shut).set(row.section.id, row.isOpen))} onFocus={() => setAt(item.index)} />
                : <>
                    {isNewDay(item.index) && one && <div className="list-title day">{dayName(one)}</div>}
                    <SessionRow session={one} height={height} isNear={near === item.index || at === item.index} showsProject={filters.group !== 'project'} onNear={() => setNear(item.index)} onFocus={() => setAt(item.index)} onFailure={props.onFailure} />
                  </>}
            </div>
          )
        })}
      </div>
    </div>
  )
}

function wantedPages(open: { section: Parameters<typeof rowsOf>[0][number]['section']; isOpen: boolean }[], at: (index: number) => Row, span: readonly [number, number], count: number) {
  const wanted = new Map(open.filter(one => one.isOpen && one.section.query).map(one => [`${one.section.id} 0`, { section: one.section, page: 0 }]))
  for (let index = span[0]; index <= Math.min(span[1], count - 1); index++) {
    const row = at(index)
    if (row.index === undefined || row.known) continue
    const page = Math.floor(row.index / PAGE)
    wanted.set(`${row.section.id} ${page}`, { section: row.section, page })
  }
  return [...wanted.values()]
}

function GroupTitle(props: { row: Row; isOpen: boolean; onToggle: () => void; onFocus: () => void }) {
  return (
    <button className="group-title" aria-expanded={props.isOpen} onClick={props.onToggle} onFocus={props.onFocus}>
      {props.isOpen ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
      <span className="cut">{props.row.section.title}</span>
      {props.row.total !== undefined && <span className="muted">{props.row.total.toLocaleString()}</span>}
    </button>
  )
}

function Nothing(props: { filters: Filters; isComplete: boolean }) {
  if (!props.isComplete) return <Skeleton rows={10} />
  if (countOf(props.filters) > 0) return <Empty title="No session fits.">Take one of the filters away.</Empty>
  return <Empty title="No sessions yet.">Sessions of every CLI on this machine appear here, whether you started them in a terminal or in Parley.</Empty>
}

function dayOf(session: Session): string {
  return new Date(session.updated ?? session.started ?? 0).toDateString()
}

function dayName(session: Session): string {
  const time = new Date(session.updated ?? session.started ?? 0)
  const days = Math.round((new Date(new Date().toDateString()).getTime() - new Date(time.toDateString()).getTime()) / 86_400_000)
  if (days === 0) return 'Today'
  if (days === 1) return 'Yesterday'
  return time.toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long', ...(time.getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' }) })
}
