import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../../api/client'
import { queries } from '../../../api/queries'
import { connection } from '../../../stream/connection'

/** What is chosen: a file of a turn, or of the whole session. */
export interface Choice { turn?: number; path: string }

export function useChanges(id: string | undefined) {
  useFresh(id)
  return useQuery({ queryKey: ['changes', id, 'list'], queryFn: ({ signal }) => call('getChanges', { path: { id: id! }, signal }), enabled: id !== undefined, staleTime: 0 })
}

export function usePatch(id: string, choice: Choice) {
  return useQuery({ queryKey: ['changes', id, 'patch', choice.turn, choice.path], queryFn: ({ signal }) => call('getPatch', { path: { id }, query: { turn: choice.turn, path: choice.path }, signal }), staleTime: 0 })
}

export function useComments(id: string) {
  return useQuery({ queryKey: ['changes', id, 'comments'], queryFn: ({ signal }) => call('getLineComments', { path: { id }, signal }), staleTime: 0 })
}

export function refresh(id: string): void {
  void queries.invalidateQueries({ queryKey: ['changes', id] })
}

/** The socket says when a turn or an undo is kept; after a loss everything is asked again. */
function useFresh(id: string | undefined): void {
  useEffect(() => {
    if (id === undefined) return
    let isFirst = true
    const leave = [
      connection.on('changes.updated', message => { if (message.sessionId === id) refresh(id) }),
      connection.onOpen(() => { if (!isFirst) refresh(id) }),
    ]
    isFirst = false
    return () => leave.forEach(one => one())
  }, [id])
}
