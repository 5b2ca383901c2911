import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '../../../api/client'
import { queries } from '../../../api/queries'
import { connection } from '../../../stream/connection'

/** What is chosen: a file of a turn, or of the whole session. */
export interface Choice { turn?: number; path: string }

/** @param isBusy whether a turn runs: when that changes, there may be something new */
export function useChanges(id: string | undefined, isBusy: boolean) {
  useFresh(id, isBusy)
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
function useFresh(id: string | undefined, isBusy: boolean): void {
  const before = useRef(isBusy)
  useEffect(() => {
    // A turn that ended before this page followed the session is not told of.
    if (id !== undefined && before.current !== isBusy) refresh(id)
    before.current = isBusy
  }, [id, isBusy])
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
