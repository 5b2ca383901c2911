import { useQueries, keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/client'
import type { LiveSession, Operations, Session } from '../../api/generated'
import { useProjects, useProviders } from '../../api/queries'
import { attention } from '../../stream/inbox'
import { live, sessionsOf } from '../../stream/live'
import { statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { projectName } from '../../ui/text'
import { queryOf, type Filters } from './filters'

type Query = NonNullable<Operations['listSessions']['query']>

/** A part of the list: some sessions that are known, or a query whose pages come as they are scrolled to. */
export interface Section {
  id: string
  title?: string
  known?: Session[]
  query?: Query
  /** How many there are, as far as something else tells it before the first page does. */
  count?: number
}

export const PAGE = 100
export const MARKS = ['pinned', 'archived', 'unread', 'snoozed'] as const

export function useSections(filters: Filters): Section[] {
  const projects = useProjects().data
  const providers = useProviders().data
  const sessions = useStore(live, value => value.sessions)
  const noticed = useStore(attention)
  return useMemo(() => {
    const query = paramsOf(filters)
    switch (filters.group) {
      case 'day': return [{ id: 'all', query }]
      case 'project': return (projects ?? []).filter(one => !filters.project || one.project === filters.project)
        .map(one => ({ id: one.project, title: projectName(one.project), query: { ...query, project: one.project }, count: isNarrowed(filters) ? undefined : one.sessions }))
      case 'provider': return (providers ?? []).filter(one => (!filters.provider || one.id === filters.provider) && (one.installed || one.homeExists))
        .map(one => ({ id: one.id, title: one.name, query: { ...query, provider: one.id } }))
      case 'attention': {
        const all = sessionsOf({ sessions }).filter(one => (!filters.provider || one.provider === filters.provider) && (!filters.project || one.cwd.startsWith(filters.project)))
        const word = (one: LiveSession) => statusOf(one, noticed.get(one.id))
        const having = (id: string, title: string, words: string[]) => ({ id, title, known: all.filter(one => words.includes(word(one))).map(asSession) })
        return [having('waiting', 'Waiting for you', ['waiting']), having('failed', 'Failed, or stopped by a limit', ['failed', 'paused']), having('done', 'Done, not read', ['done']), having('working', 'Working', ['working']),
          { id: 'pinned', title: 'Pinned', query: { ...query, marked: 'pinned' as const } }, { id: 'rest', title: 'All sessions', query }].filter(one => !('known' in one) || one.known.length > 0)
      }
    }
  }, [filters, projects, providers, sessions, noticed])
}

function isNarrowed(filters: Filters): boolean {
  return Boolean(queryOf(filters, false) || filters.has || filters.provider)
}

function paramsOf(filters: Filters): Query {
  return {
    q: queryOf(filters, false) || undefined, provider: filters.provider || undefined, project: filters.project || undefined,
    subagents: filters.has === 'subagents' || undefined, rooms: filters.has === 'rooms' || undefined, marked: MARKS.find(one => one === filters.has),
  }
}

function asSession(one: LiveSession): Session {
  return {
    key: one.nativeId ? `${one.provider}:${one.nativeId}` : one.id, provider: one.provider, sessionId: one.nativeId ?? one.id, liveId: one.id, title: one.title, project: one.cwd, cwd: one.cwd,
    models: one.model ? [one.model] : [], started: one.createdAt, updated: one.updatedAt, isArchived: false, prompts: 0, skippedLines: 0, skippedValues: 0,
  }
}

/** The pages somebody looks at now. What was loaded stays a while, so that going back shows it at once. */
export function usePages(wanted: readonly { section: Section; page: number }[]) {
  return useQueries({
    queries: wanted.map(({ section, page }) => ({
      queryKey: ['sessions', section.query, page],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('listSessions', { query: { ...section.query, limit: PAGE, offset: page * PAGE }, signal }),
      placeholderData: keepPreviousData,
    })),
    combine: answers => ({
      pages: new Map(answers.map((answer, at) => [`${wanted[at]!.section.id} ${wanted[at]!.page}`, answer.data])),
      failure: answers.find(answer => answer.error)?.error,
      isComplete: answers.every(answer => answer.data?.isComplete ?? true),
      isPending: answers.some(answer => answer.isPending),
      retry: () => answers.forEach(answer => void answer.refetch()),
    }),
  })
}
