import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSearchParams } from 'wouter'
import { go } from '../../actions/go'
import { perform, useActions } from '../../actions/registry'
import type { InboxItem } from '../../api/generated'
import { decide } from '../../approval/decide'
import { inbox } from '../../stream/inbox'
import { Columns } from '../../ui/Columns'
import { Empty, Skeleton } from '../../ui/states'
import { useStore } from '../../ui/store'
import { report } from '../../ui/report'
import { InboxContext } from './InboxContext'
import { InboxRow } from './InboxRow'
import { dismiss, open, snooze } from './moves'
import './inbox.css'

const LONG_ENOUGH_TO_SEE = 600
const HEADINGS = { waiting: 'Waiting', trouble: 'Failed', finished: 'Finished' }

/** One queue over all CLIs: what blocks first, then what is oldest. The address says which one is shown. */
export function Inbox() {
  const { isLoaded, items: all, snoozed } = useStore(inbox)
  const items = useMemo(() => grouped(all), [all])
  const [search, setSearch] = useSearchParams()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isReasonOpen, setReasonOpen] = useState(false)
  const named = search.get('item')
  // What is being read stays, whatever comes in front of it.
  const read = useRef<string | undefined>(undefined)
  const place = Math.max(0, items.findIndex(item => item.id === (named ?? read.current)))
  const item = items[place]
  useLayoutEffect(() => { read.current = item?.id }, [item?.id])
  const isSudden = useSuddenChange(item?.id, named)
  const show = (id: string | undefined) => setSearch(id ? { item: id } : {}, { replace: true })
  const step = (by: number) => show(items[Math.min(items.length - 1, Math.max(0, place + by))]?.id)
  const isAsked = item?.kind === 'approval' && item.approval !== undefined
  const chosen = useMemo(() => items.filter(one => selected.has(one.id) && one.kind === 'approval'), [items, selected])
  const answer = (decision: 'allow' | 'allow_for_session' | 'deny') => {
    if (chosen.length === 0 && isSudden()) return
    const answered = chosen.length > 0 ? chosen : isAsked && item ? [item] : []
    const next = items.find((one, at) => at > place && !answered.includes(one)) ?? items.find(one => !answered.includes(one))
    for (const one of answered) if (one.approval) decide(one.approval, { decision }).catch(report)
    setSelected(new Set())
    show(next?.id)
  }
  const toggle = (id: string) => setSelected(before => { const next = new Set(before); if (!next.delete(id)) next.add(id); return next })
  const sameRule = () => setSelected(new Set(items.filter(one => one.approval && item?.approval && one.approval.wish === item.approval.wish && one.provider === item.provider).map(one => one.id)))
  useEffect(() => setReasonOpen(false), [item?.id])
  useActions([
    { id: 'inbox-next', title: 'Next', group: 'Inbox', keys: ['j', 'ArrowDown', ']'], run: () => step(1) },
    { id: 'inbox-previous', title: 'Previous', group: 'Inbox', keys: ['k', 'ArrowUp', '['], run: () => step(-1) },
    { id: 'inbox-allow', title: 'Allow once', group: 'Inbox', keys: ['y'], when: () => isAsked || chosen.length > 0, run: () => answer('allow') },
    { id: 'inbox-session', title: 'Allow for the session', group: 'Inbox', keys: ['a'], when: () => isAsked && (item?.approval?.options?.includes('allow_for_session') ?? false), run: () => answer('allow_for_session') },
    { id: 'inbox-deny', title: 'Deny', group: 'Inbox', keys: ['n'], when: () => isAsked || chosen.length > 0, run: () => answer('deny') },
    { id: 'inbox-reason', title: 'Deny with a reason', group: 'Inbox', keys: ['r'], when: () => isAsked && item?.approval?.canGiveReason === true, run: () => setReasonOpen(true) },
    { id: 'inbox-open', title: 'Open the session', group: 'Inbox', keys: ['e', 'Enter'], when: () => item !== undefined, run: () => item && open(item) },
    { id: 'inbox-snooze', title: 'Put off for an hour', group: 'Inbox', keys: ['s'], when: () => item !== undefined, run: () => item && snooze(item) },
    { id: 'inbox-select', title: 'Select', group: 'Inbox', keys: ['x'], when: () => item !== undefined, run: () => item && toggle(item.id) },
    { id: 'inbox-same', title: 'Select all of the same kind', group: 'Inbox', keys: ['Shift+Y'], when: () => isAsked, run: sameRule },
    { id: 'inbox-dismiss', title: 'Seen', group: 'Inbox', keys: ['#'], when: () => item !== undefined && !item.isBlocking, run: () => item && dismiss(item) },
  ])
  const list = (
    <>
      <div className="head"><h1>Inbox</h1>{chosen.length > 0 && <span className="small muted">{chosen.length} selected</span>}<button className="button quiet wide-only" onClick={() => perform('new')}>New <kbd>n</kbd></button></div>
      <div className="scroll" role="listbox" aria-label="What waits" aria-multiselectable="true" tabIndex={0}>
        {!isLoaded && <Skeleton />}
        {items.map((one, at) => {
          const heading = headingOf(one)
          return (
            <div key={one.id} role="presentation">
              {(at === 0 || headingOf(items[at - 1]!) !== heading) && <div className="list-title" role="presentation">{HEADINGS[heading]}</div>}
              <InboxRow item={one} isShown={one === item} isSelected={selected.has(one.id)} onShow={() => show(one.id)} />
            </div>
          )
        })}
        {isLoaded && items.length === 0 && <Empty action={<button className="button" onClick={() => go('/live')}>See what is live</button>}>Nothing waits for you.</Empty>}
      </div>
      {snoozed > 0 && <div className="small muted inbox-foot">{snoozed} put off</div>}
    </>
  )
  return (
    <Columns list={list} listName="Inbox" showing={named && item ? 'main' : 'list'}>
      {item
        ? <InboxContext key={item.id} item={item} isReasonOpen={isReasonOpen} onReason={setReasonOpen} onBack={() => show(undefined)} onAnswered={() => step(1)} />
        : isLoaded && <Empty title="All quiet">When an agent asks, fails or finishes, it is here first.</Empty>}
    </Columns>
  )
}

/** Another question took the place of the one that was read: a key that was on its way is not meant for it. */
function useSuddenChange(shown: string | undefined, named: string | null): () => boolean {
  const before = useRef({ id: shown, at: -LONG_ENOUGH_TO_SEE })
  useLayoutEffect(() => {
    // What the address names was chosen by the person, be it what was shown already.
    if (shown === named) before.current = { id: shown, at: -LONG_ENOUGH_TO_SEE }
    else if (shown !== before.current.id) before.current = { id: shown, at: performance.now() }
  }, [shown, named])
  return () => performance.now() - before.current.at < LONG_ENOUGH_TO_SEE
}

/** Under three headings; within them as the server has them, blocking first, then the oldest. */
function grouped(items: readonly InboxItem[]): InboxItem[] {
  const order = Object.keys(HEADINGS)
  return [...items].sort((a, b) => order.indexOf(headingOf(a)) - order.indexOf(headingOf(b)))
}

function headingOf(item: { isBlocking: boolean; kind: string }): keyof typeof HEADINGS {
  if (item.isBlocking || item.kind === 'proposal') return 'waiting'
  return item.kind === 'finished' ? 'finished' : 'trouble'
}

