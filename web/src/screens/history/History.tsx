import { useRef, useState } from 'react'
import { useSearch } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { useSubject } from '../../frame/title'
import { mark, marks } from '../../stream/marks'
import { Columns } from '../../ui/Columns'
import { ProblemBox } from '../../ui/states'
import { offerUndo } from '../../ui/undo'
import { FilterBar } from './FilterBar'
import { filtersOf } from './filters'
import { HitList } from './HitList'
import { SessionList, type ListHandle } from './SessionList'
import './history.css'

async function archive(ref: string): Promise<void> {
  await mark(ref, { isArchived: true })
  offerUndo('Archived.', () => void mark(ref, { isArchived: false }))
}

/** Every session of every CLI on this machine. The address says what is shown. */
export function History() {
  const search = useSearch()
  const filters = filtersOf(search)
  const list = useRef<ListHandle>(null)
  const [failure, setFailure] = useState<unknown>()
  const [asked, setAsked] = useState(0)
  const wantsFocus = new URLSearchParams(search).has('focus')
  useSubject(filters.q || 'History')
  useActions([
    { id: 'search', title: 'Search all sessions', group: 'History', keys: ['/'], run: () => setAsked(asked + 1) },
    { id: 'history.next', title: 'Next session', group: 'History', keys: ['j'], isKeyOnly: true, run: () => list.current?.move(1) },
    { id: 'history.previous', title: 'Previous session', group: 'History', keys: ['k'], isKeyOnly: true, run: () => list.current?.move(-1) },
    { id: 'history.pin', title: 'Pin or unpin the session', group: 'History', keys: ['p'], when: () => list.current?.current() !== undefined, run: () => change(ref => mark(ref, { isPinned: !marks.get().get(ref)?.isPinned })) },
    { id: 'history.archive', title: 'Archive the session', group: 'History', keys: ['#'], when: () => list.current?.current() !== undefined, run: () => change(archive) },
    { id: 'history.clear', title: 'Clear all filters', group: 'History', when: () => search !== '', run: () => go('/history') },
  ])
  const change = (what: (ref: string) => Promise<void>) => { const ref = list.current?.current(); if (ref) what(ref).catch(setFailure) }
  const List = filters.q ? HitList : SessionList
  return (
    <Columns>
      <h1 className="hidden-text">History</h1>
      <FilterBar filters={filters} wantsFocus={wantsFocus || asked > 0} key={`bar ${asked}`} onDown={() => list.current?.first()} />
      {failure !== undefined && <div className="dismissable"><ProblemBox failure={failure} /><button className="button quiet" onClick={() => setFailure(undefined)}>Close</button></div>}
      <List key={filters.q ? 'hits' : `list ${search}`} filters={filters} handle={list} onFailure={setFailure} />
    </Columns>
  )
}
