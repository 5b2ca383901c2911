import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { Race } from '../../api/generated'

export type Lane = Race['lanes'][number]

const SOON = 2_000

export const isRunning = (race: Race | undefined) => race?.lanes.some(lane => lane.status === 'running') ?? false

/** Its judge has not answered yet. */
const isUnjudged = (race: Race | undefined) => race?.judgement !== undefined && race.judgement.text === undefined && race.judgement.error === undefined

/** A check ends without a word on the socket, so a race that runs is asked again; one that is over is not. */
export function useRace(id: string) {
  return useQuery({ queryKey: ['race', id], queryFn: ({ signal }) => call('getRace', { path: { id }, signal }), staleTime: 0, refetchInterval: asked => (isRunning(asked.state.data) || isUnjudged(asked.state.data) ? SOON : false) })
}

const RECENT = 24 * 60 * 60 * 1000

/** Whether somebody may still want to take one: it runs, or it is of today and nothing was taken. */
export const isOpen = (race: Race) => isRunning(race) || (race.taken === undefined && Date.now() - Date.parse(race.startedAt) < RECENT)

export function useRaces() {
  return useQuery({ queryKey: ['races'], queryFn: ({ signal }) => call('listRaces', { signal }), staleTime: 0, refetchInterval: asked => (asked.state.data?.races.some(isRunning) ? SOON * 2 : false) })
}

export const racePath = (id: string) => `/race/${encodeURIComponent(id)}`

export function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return ''
  const seconds = milliseconds / 1000
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`
}
