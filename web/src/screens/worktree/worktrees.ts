import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call } from '../../api/client'
import type { Worktree } from '../../api/generated'
import { queries } from '../../api/queries'
import { connection } from '../../stream/connection'

/** What can be done with a worktree. */
export type WorktreeMove = 'apply' | 'unapply' | 'merge' | 'branch' | 'remove'

const KEY = ['worktrees']

/** The worktree a directory lies in, if Parley keeps one there. */
export function useWorktree(directory: string | undefined): Worktree | undefined {
  useEffect(() => connection.on('changes.updated', refreshWorktrees), [])
  const found = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('listWorktrees', { signal }), enabled: directory !== undefined })
  return directory === undefined ? undefined : found.data?.worktrees.find(one => directory === one.path || directory.startsWith(`${one.path}/`))
}

export function refreshWorktrees(): void {
  void queries.invalidateQueries({ queryKey: KEY })
}

/** Saves everything done in it as a file that `git apply` reads. */
export async function savePatch(worktree: Worktree): Promise<void> {
  const patch = await call('getWorktreePatch', { path: { id: worktree.id } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([patch], { type: 'text/x-patch' }))
  link.download = `${(worktree.branch ?? worktree.id).replace(/[^\w.-]+/g, '-')}.patch`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
