import { Columns2, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { go, sessionPath } from '../../actions/go'
import { perform, useActions } from '../../actions/registry'
import type { InboxItem, LiveSession, Mark } from '../../api/generated'
import { attention } from '../../stream/inbox'
import { live, sessionsOf } from '../../stream/live'
import { marks } from '../../stream/marks'
import { Columns } from '../../ui/Columns'
import { Skeleton } from '../../ui/states'
import { statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { RaceStrip } from '../race/RaceStrip'
import { FirstStart } from './FirstStart'
import { Panes } from './Panes'
import { Tile } from './Tile'
import './live.css'

const MOST_PANES = 4
const MOST_TILES = 60

/** All live sessions as tiles; with `?panes=a,b` up to four of them side by side. The address is the layout. */
export function Live() {
  const [search, setSearch] = useSearchParams()
  const panes = (search.get('panes') ?? '').split(',').filter(Boolean).slice(0, MOST_PANES)
  const setPanes = (next: string[]) => setSearch(next.length ? { panes: next.slice(0, MOST_PANES).join(',') } : {})
  return panes.length > 0 ? <Panes panes={panes} setPanes={setPanes} /> : <Tiles setPanes={setPanes} />
}

const ORDER = { waiting: 0, failed: 1, working: 2, done: 3, paused: 4, idle: 5 }

function Tiles(props: { setPanes: (panes: string[]) => void }) {
  const { isLoaded, sessions } = useStore(live)
  const marked = useStore(marks)
  const noticed = useStore(attention)
  const [at, setAt] = useState(-1)
  const [selected, setSelected] = useState<readonly string[]>([])
  const shown = useMemo(() => ordered(sessionsOf({ sessions }), marked, noticed), [sessions, marked, noticed])
  const here = shown[at]
  const step = (by: number) => setAt(before => Math.min(shown.length - 1, Math.max(0, before + by)))
  const toggle = (id: string) => setSelected(before => (before.includes(id) ? before.filter(one => one !== id) : [...before, id].slice(-MOST_PANES)))
  const split = () => props.setPanes(selected.length ? [...selected] : here ? [here.id] : shown.slice(0, 2).map(one => one.id))
  useActions([
    { id: 'tile-next', title: 'Next session', group: 'Live', keys: ['j', 'ArrowRight', ']'], run: () => step(1) },
    { id: 'tile-previous', title: 'Previous session', group: 'Live', keys: ['k', 'ArrowLeft', '['], run: () => step(-1) },
    { id: 'tile-open', title: 'Open the session', group: 'Live', keys: ['Enter', 'e'], when: () => here !== undefined, run: () => here && go(sessionPath(here.id)) },
    { id: 'tile-select', title: 'Select for side by side', group: 'Live', keys: ['x'], when: () => here !== undefined, run: () => here && toggle(here.id) },
    { id: 'tile-split', title: 'Side by side', group: 'Live', keys: ['Mod+\\'], when: () => shown.length > 0, run: split },
    ...shown.slice(0, 9).map((one, index) => ({ id: `tile-${index + 1}`, title: `Open session ${index + 1}`, group: 'Live', keys: [`Alt+${index + 1}`], isKeyOnly: true, run: () => go(sessionPath(one.id)) })),
  ])
  return (
    <Columns>
      <div className="head">
        <h1>Live</h1>
        {shown.length > 1 && <button className="button quiet wide-only" onClick={split} title="Side by side"><Columns2 size={16} aria-hidden="true" />{selected.length > 1 ? `${selected.length} side by side` : 'Side by side'}</button>}
        <button className="button" onClick={() => perform('new')}><Plus size={16} aria-hidden="true" />New</button>
      </div>
      <div className="scroll" tabIndex={0}>
        {!isLoaded && <Skeleton />}
        {isLoaded && shown.length === 0 && <FirstStart />}
        <RaceStrip />
        <div className="tiles">
          {shown.slice(0, MOST_TILES).map((one, index) => (
            <Tile key={one.id} session={one} mark={marked.get(one.id)} noticed={noticed.get(one.id)} isHere={index === at} isSelected={selected.includes(one.id)} isFollowed={index < 24} />
          ))}
        </div>
        {shown.length > MOST_TILES && <p className="muted small tiles-more">And {(shown.length - MOST_TILES).toLocaleString()} more, in which less has happened. <a className="link" href="/history?group=attention" onClick={event => { event.preventDefault(); go('/history?group=attention') }}>Show all</a></p>}
      </div>
    </Columns>
  )
}

function ordered(sessions: LiveSession[], marked: ReadonlyMap<string, Mark>, noticed: ReadonlyMap<string, InboxItem['kind']>): LiveSession[] {
  const place = (one: LiveSession) => (marked.get(one.id)?.isPinned ? -1 : ORDER[statusOf(one, noticed.get(one.id))])
  return sessions
    .filter(one => !marked.get(one.id)?.isArchived)
    .sort((a, b) => place(a) - place(b) || Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
}
