import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import type { Hit } from '../../api/generated'
import { useProviders } from '../../api/queries'
import { ProviderSign } from '../../ui/Provider'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { oneLine, plural, projectName } from '../../ui/text'
import { Ago, exact } from '../../ui/time'
import { Excerpt } from './Excerpt'
import { queryOf, type Filters } from './filters'
import { Moves } from './moves'
import type { ListHandle } from './SessionList'

const PAGE = 50
const ROLES: Record<string, string> = { user: 'you', assistant: 'said', thinking: 'thought', call: 'tool', result: 'result' }

/** What was found: a line from the session with the words marked. Enter opens the session at that very row. */
export function HitList(props: { filters: Filters; handle: Ref<ListHandle>; onFailure: (failure: unknown) => void }) {
  const q = queryOf(props.filters, true)
  const found = useInfiniteQuery({
    queryKey: ['search', q, props.filters.sort],
    queryFn: ({ signal, pageParam }) => call('search', { query: { q, sort: props.filters.sort, limit: PAGE, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.hits.length < PAGE ? undefined : all.length * PAGE),
    placeholderData: keepPreviousData,
  })
  const { data } = useProviders()
  const lines = useMemo(() => grouped(found.data?.pages.flatMap(page => page.hits) ?? [], props.filters.group, id => data?.find(one => one.id === id)?.name ?? id), [found.data, props.filters.group, data])
  const [at, setAt] = useState(-1)
  const [near, setNear] = useState(-1)
  const scroller = useRef<HTMLDivElement>(null)
  const sizes = useVirtualizer({ count: lines.length, getScrollElement: () => scroller.current, estimateSize: index => (lines[index]?.hit ? 82 : 36), overscan: 6, getItemKey: index => lines[index]?.id ?? index })
  const items = sizes.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = found
  useEffect(() => {
    // The end comes near: the next hits are asked for before the person is there.
    if (lines.length > 0 && last >= lines.length - 10 && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [last, lines.length, hasNextPage, isFetchingNextPage, fetchNextPage])
  const show = (wanted: number, by: number) => {
    let to = Math.max(0, Math.min(wanted, lines.length - 1))
    if (!lines[to]?.hit) to = Math.max(0, Math.min(to + (by || 1), lines.length - 1))
    setAt(to)
    sizes.scrollToIndex(to)
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-at="${to}"] .hit-link`)?.focus({ preventScroll: true }))
  }
  useImperativeHandle(props.handle, () => ({ move: by => show(at + by, by), first: () => show(0, 1), current: () => lines[at]?.hit?.key }))

  if (found.error && !found.data) return <ProblemBox failure={found.error} retry={() => void found.refetch()} />
  const first = found.data?.pages[0]
  if (!first) return <Skeleton rows={8} />
  if (lines.length === 0) return <Empty title="Nothing was found.">{first.indexedPercent < 100 ? `Only ${first.indexedPercent} % of the text can be found by now; the rest is being read.` : 'Fewer words find more. "Two words" in quotes stand in a row, a star ends a word: begin*.'}</Empty>
  return (
    <>
      <p className="muted small found-count" role="status">
        {first.isTotalExact ? plural(first.total, 'place') : `${first.total.toLocaleString()} places and more`}{first.indexedPercent < 100 && `, ${first.indexedPercent} % of the text read`}{found.isFetching && ' …'}
      </p>
      {found.error && <ProblemBox failure={found.error} retry={() => void found.refetch()} />}
      <div className={`scroll${found.isPlaceholderData ? ' stale' : ''}`} ref={scroller} tabIndex={-1} onMouseLeave={() => setNear(-1)}>
        <div className="virtual" role="list" aria-label="Found" style={{ height: sizes.getTotalSize() }}>
          {items.map(item => {
            const line = lines[item.index]!
            return (
              <div key={item.key} className="virtual-row" role="listitem" data-at={item.index} style={{ height: item.size, transform: `translateY(${item.start}px)` }}>
                {line.hit
                  ? <HitRow hit={line.hit} isNear={near === item.index || at === item.index} onNear={() => setNear(item.index)} onFocus={() => setAt(item.index)} onFailure={props.onFailure} />
                  : <div className="list-title">{line.title}</div>}
              </div>
            )
          })}
        </div>
      </div>
    </>
  )
}

function HitRow(props: { hit: Hit; isNear: boolean; onNear: () => void; onFocus: () => void; onFailure: (failure: unknown) => void }) {
  const { hit } = props
  const to = sessionPath(hit.key, hit.sequenceNumber)
  return (
    <div className={`session-row hit${props.isNear ? ' near' : ''}`} onMouseEnter={props.onNear} onFocus={props.onFocus}>
      <a className="session-link hit-link" href={to} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to) } }}>
        <ProviderSign id={hit.provider} />
        <span className="stack grow">
          <span className="row"><span className="cut">{oneLine(hit.title) || 'Without a title'}</span><span className="small muted cut place">{projectName(hit.project)}</span></span>
          <span className="excerpt small"><span className="role">{ROLES[hit.role] ?? hit.role}</span> <Excerpt text={hit.snippet ?? ''} marks={hit.marks ?? []} /></span>
        </span>
        <time className="small muted age" dateTime={hit.timestamp} title={exact(hit.timestamp)}><Ago time={hit.timestamp} /></time>
      </a>
      <Moves place={{ ref: hit.key, provider: hit.provider, row: String(hit.sequenceNumber) }} isNear={props.isNear} onFailure={props.onFailure} />
    </div>
  )
}

interface Line { id: string; title?: string; hit?: Hit }

function grouped(hits: Hit[], group: Filters['group'], nameOf: (provider: string) => string): Line[] {
  const line = (hit: Hit): Line => ({ id: `${hit.key} ${hit.sequenceNumber} ${hit.turn}`, hit })
  if (group === 'attention' || group === 'day') return hits.map(line)
  const groups = new Map<string, Hit[]>()
  for (const hit of hits) {
    const key = group === 'project' ? (hit.project ?? '') : hit.provider
    groups.set(key, [...(groups.get(key) ?? []), hit])
  }
  return [...groups].flatMap(([key, all]) => [{ id: `title ${key}`, title: group === 'project' ? projectName(key) || 'Without a project' : nameOf(key) }, ...all.map(line)])
}
