import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useModels, useProjects, useProviders } from '../../api/queries'
import { projectName } from '../../ui/text'
import { countOf, filtersOf, showFilters, type Filters, type Grouping } from './filters'

const TOOLS = ['Bash', 'Edit', 'Write', 'Read', 'Grep', 'WebFetch', 'Task', 'mcp__*']
const GROUPS: [Grouping, string][] = [['day', 'By day'], ['attention', 'By attention'], ['project', 'By project'], ['provider', 'By CLI']]
const KINDS = [['subagents', 'With subagents'], ['rooms', 'With agents of rooms'], ['pinned', 'Pinned'], ['archived', 'Archived'], ['unread', 'Unread'], ['snoozed', 'Snoozed']] as const

/** The words that are looked for, and below them every filter. */
export function FilterBar(props: { filters: Filters; wantsFocus: boolean; onDown: () => void }) {
  const { filters } = props
  const [isOpen, setOpen] = useState(false)
  const count = countOf(filters)
  return (
    <div className="history-filters">
      <div className="row">
        <Words key="words" filters={filters} wantsFocus={props.wantsFocus} onDown={props.onDown} />
        <button className="button icon narrow" aria-expanded={isOpen} aria-label={count ? `Filters, ${count} set` : 'Filters'} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal size={16} />
        </button>
      </div>
      <div className={`filter-line${isOpen ? ' open' : ''}`}>
        <Choices filters={filters} />
        {count > 0 && (
          <button className="chip" onClick={() => showFilters({ ...filtersOf(''), q: filters.q, group: filters.group, sort: filters.sort })}><X size={12} /> Clear filters</button>
        )}
      </div>
    </div>
  )
}

function Words(props: { filters: Filters; wantsFocus: boolean; onDown: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(props.filters.q)
  const sent = useRef(props.filters.q)
  useEffect(() => {
    // The address changed elsewhere (back, a link): the field follows.
    if (props.filters.q !== sent.current) { sent.current = props.filters.q; setText(props.filters.q) }
  }, [props.filters.q])
  useEffect(() => {
    if (props.wantsFocus) { field.current?.focus(); field.current?.select() }
  }, [props.wantsFocus])
  useEffect(() => {
    // The server is asked when the person pauses, not at every letter.
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => { sent.current = text.trim(); showFilters({ ...props.filters, q: text.trim() }, true) }, 160)
    return () => clearTimeout(timer)
  }, [text, props.filters])
  return (
    <label className="search-field grow">
      <Search size={16} aria-hidden="true" />
      <input
        ref={field} type="search" value={text} onChange={event => setText(event.target.value)} aria-label="Search all sessions"
        placeholder="Search everything that was said and done…"
        onKeyDown={event => {
          if (event.key === 'ArrowDown' || (event.key === 'Enter' && !event.nativeEvent.isComposing)) { event.preventDefault(); props.onDown() }
          if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); if (text) setText(''); else field.current?.blur() }
        }}
      />
      <kbd className="wide-only">/</kbd>
    </label>
  )
}

function Choices(props: { filters: Filters }) {
  const { filters } = props
  const providers = useProviders().data ?? []
  const projects = useProjects().data ?? []
  const models = useModels().data ?? []
  const set = (change: Partial<Filters>) => showFilters({ ...filters, ...change })
  const names = [...new Set(models.filter(one => one.provider && !one.repository).map(one => one.cliName ?? one.name))].sort()
  return (
    <>
      <Choice name="Group" value={filters.group} all={GROUPS} onChange={group => set({ group: group as Grouping })} />
      <Choice name="CLI" value={filters.provider} all={[['', 'Any CLI'], ...providers.map(one => [one.id, one.name] as const)]} onChange={provider => set({ provider })} />
      <Choice name="Project" value={filters.project} all={[['', 'Any project'], ...projects.map(one => [one.project, projectName(one.project)] as const)]} onChange={project => set({ project })} />
      <Choice name="Model" value={filters.model} all={[['', 'Any model'], ...names.map(one => [one, one] as const)]} onChange={model => set({ model })} />
      <Choice name="Tool" value={filters.tool} all={[['', 'Any tool'], ...TOOLS.map(one => [one, one] as const)]} onChange={tool => set({ tool })} />
      <Choice name="Kind" value={filters.has} all={[['', 'Any kind'], ...KINDS]} onChange={has => set({ has })} />
      <label className={`chip date${filters.from ? ' set' : ''}`}>from <input type="date" value={filters.from} aria-label="From this day" onChange={event => set({ from: event.target.value })} /></label>
      <label className={`chip date${filters.to ? ' set' : ''}`}>to <input type="date" value={filters.to} aria-label="To this day" onChange={event => set({ to: event.target.value })} /></label>
      {filters.q && <Choice name="Order" value={filters.sort} all={[['best', 'Best first'], ['newest', 'Newest first']]} onChange={sort => set({ sort: sort as Filters['sort'] })} />}
    </>
  )
}

function Choice(props: { name: string; value: string; all: readonly (readonly [string, string])[]; onChange: (value: string) => void }) {
  // An address may name what no list has.
  const isKnown = props.all.some(([value]) => value === props.value)
  const isSet = props.value !== '' && props.name !== 'Group' && props.name !== 'Order'
  return (
    <select className={`chip${isSet ? ' set' : ''}`} aria-label={props.name} value={props.value} onChange={event => props.onChange(event.target.value)}>
      {!isKnown && <option value={props.value}>{props.value}</option>}
      {props.all.map(([value, title]) => <option key={value} value={value}>{title}</option>)}
    </select>
  )
}
