import { go } from '../../actions/go'

/** How the list is put together. */
export type Grouping = 'day' | 'attention' | 'project' | 'provider'

/** Everything that narrows the history. All of it stands in the address, so that a view can be sent to somebody or kept. */
export interface Filters {
  q: string
  provider: string
  project: string
  model: string
  from: string
  to: string
  tool: string
  /** `subagents`, `rooms`, or a mark: `pinned`, `archived`, `unread`, `snoozed`. */
  has: string
  group: Grouping
  sort: 'best' | 'newest'
}

const GROUPINGS: readonly string[] = ['day', 'attention', 'project', 'provider']

export function filtersOf(search: string): Filters {
  const said = new URLSearchParams(search)
  const one = (name: string) => said.get(name)?.trim() ?? ''
  const group = one('group')
  return {
    q: one('q'), provider: one('provider'), project: one('project'), model: one('model'), from: day(one('from')), to: day(one('to')), tool: one('tool'),
    has: one('has'), group: (GROUPINGS.includes(group) ? group : 'day') as Grouping, sort: one('sort') === 'newest' ? 'newest' : 'best',
  }
}

function day(text: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : ''
}

export function addressOfFilters(filters: Partial<Filters>): string {
  const pairs = Object.entries(filters).filter(([name, value]) => value && !(name === 'group' && value === 'day') && !(name === 'sort' && value === 'best'))
  const search = new URLSearchParams(pairs as [string, string][]).toString()
  return search ? `/history?${search}` : '/history'
}

/** Typing replaces the address, choosing adds one to go back to. */
export function showFilters(filters: Filters, isTyping = false): void {
  go(addressOfFilters(filters), { replace: isTyping })
}

/** The filters that have no parameter of their own, in the language of the search (docs/search.md). */
export function queryOf(filters: Filters, isAll: boolean): string {
  const parts = [
    filters.q,
    isAll && filters.provider && `provider:${filters.provider}`,
    isAll && filters.project && `project:${quoted(filters.project)}`,
    filters.model && `model:${quoted(filters.model)}`,
    filters.tool && `tool:${quoted(filters.tool)}`,
    filters.from && `after:${filters.from}`,
    filters.to && `before:${dayAfter(filters.to)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

function quoted(value: string): string {
  const plain = value.replaceAll('"', '')
  return /\s/.test(plain) ? `"${plain}"` : plain
}

function dayAfter(text: string): string {
  const next = new Date(`${text}T12:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

/** How many filters beside the words are set. */
export function countOf(filters: Filters): number {
  return [filters.provider, filters.project, filters.model, filters.from, filters.to, filters.tool, filters.has].filter(Boolean).length
}
