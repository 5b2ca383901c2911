import { useQueries, useQuery, keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../api/ask'
import { addressOf } from '../../api/client'
import type { LiveSession, Session } from '../../api/generated'
import { useProjects, useProviders } from '../../api/queries'
import { live } from '../../stream/live'
import { statusOf } from '../../ui/Status'
import { useStore } from '../../ui/store'
import { projectName } from '../../ui/text'
import { queryOf, type Filters } from './filters'

/** What the person noted about a session. */
export interface Marks { ref?: string; liveId?: string; isPinned?: boolean; isArchived?: boolean; isUnread?: boolean; snoozedUntil?: string; title?: string }

export type Listed = Session & { mark?: Marks }

/** A part of the list: some sessions that are known, or a query whose pages come as they are scrolled to. */
export interface Section {
  id: string
  title?: string
  known?: Listed[]
  query?: Record<string, string | undefined>
  /** How many there are, as far as something else tells it before the first page does. */
  count?: number
}

export const PAGE = 100

interface Page { total: number; isComplete: boolean; sessions: Listed[] }

export function useSections(filters: Filters): Section[] {
  const projects = useProjects().data
  const providers = useProviders().data
  const sessions = useStore(live, value => value.sessions)
  const marks = useQuery({ queryKey: ['marks'], queryFn: ({ signal }) => ask<{ marks: Marks[] }>('GET', '/api/marks', undefined, signal), retry: false }).data?.marks
  return useMemo(() => {
    const query = paramsOf(filters)
    switch (filters.group) {
      case 'day': return [{ id: 'all', query }]
      case 'project': return (projects ?? []).filter(one => !filters.project || one.project === filters.project)
        .map(one => ({ id: one.project, title: projectName(one.project), query: { ...query, project: one.project }, count: isNarrowed(filters) ? undefined : one.sessions }))
      case 'provider': return (providers ?? []).filter(one => (!filters.provider || one.id === filters.provider) && (one.installed || one.homeExists))
        .map(one => ({ id: one.id, title: one.name, query: { ...query, provider: one.id } }))
      case 'attention': {
        const all = [...sessions.values()].filter(one => (!filters.provider || one.provider === filters.provider) && (!filters.project || one.cwd.startsWith(filters.project)))
        const unread = new Set((marks ?? []).filter(one => one.isUnread).flatMap(one => [one.ref, one.liveId]))
        const word = (one: LiveSession) => statusOf(one, unread.has(one.id))
        const having = (id: string, title: string, words: string[]) => ({ id, title, known: all.filter(one => words.includes(word(one))).map(asListed) })
        return [having('waiting', 'Waiting for you', ['waiting']), having('failed', 'Failed', ['failed']), having('done', 'Done, not read', ['done']), having('working', 'Working', ['working']),
          { id: 'pinned', title: 'Pinned', query: { ...query, pinned: 'true' } }, { id: 'rest', title: 'All sessions', query }].filter(one => !('known' in one) || one.known.length > 0)
      }
    }
  }, [filters, projects, providers, sessions, marks])
}

function isNarrowed(filters: Filters): boolean {
  return Boolean(queryOf(filters, false) || filters.has || filters.provider)
}

function paramsOf(filters: Filters): Record<string, string | undefined> {
  return {
    q: queryOf(filters, false) || undefined, provider: filters.provider || undefined, project: filters.project || undefined,
    subagents: filters.has === 'subagents' ? 'true' : undefined, pinned: filters.has === 'pinned' ? 'true' : undefined, archived: filters.has === 'archived' ? 'true' : undefined,
  }
}

function asListed(one: LiveSession): Listed {
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
      queryFn: ({ signal }: { signal: AbortSignal }) => ask<Page>('GET', addressOf('/api/sessions', undefined, { ...section.query, limit: PAGE, offset: page * PAGE }), undefined, signal),
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
