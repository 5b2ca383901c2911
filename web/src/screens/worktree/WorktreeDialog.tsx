import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import type { Worktree } from '../../api/generated'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox, Skeleton } from '../../ui/states'
import { plural, tidyPath } from '../../ui/text'
import { Plan, type PlanWords } from '../session/changes/Plan'
import '../session/changes/changes.css'
import { refreshWorktrees, type WorktreeMove } from './worktrees'

const WORDS: Record<WorktreeMove, { title: string; verb: string; sentence: string }> = {
  apply: { title: 'Apply to my tree', verb: 'Apply', sentence: 'Writes what was done here into your own tree, as changes you have not committed. What you changed there stays.' },
  unapply: { title: 'Take it out of my tree', verb: 'Take it out', sentence: 'Takes back what was applied last. What you changed in your tree since stays.' },
  merge: { title: 'Merge', verb: 'Merge', sentence: 'Commits what was done here and merges it into what is checked out in your own tree, as git merge does.' },
  branch: { title: 'Make a branch', verb: 'Make the branch', sentence: 'Commits what was done here to a branch of your repository. Your own tree stays as it is.' },
  remove: { title: 'Remove the worktree', verb: 'Remove', sentence: 'The directory goes. Everything in it that git does not ignore is kept first, under a name that you are told.' },
}

export const APPLIED: PlanWords = {
  would: 'Nothing is written yet. This would be:',
  nothing: 'There is nothing to write: your tree has all of it.',
  rest: 'Nothing else is to be written. Merge it, or save it as a patch.',
  actions: { restored: 'as it is in the worktree', deleted: 'deleted', merged: 'merged; what you changed stays' },
}

export const TAKEN_OUT: PlanWords = {
  would: 'Nothing is written yet. This would be:',
  nothing: 'There is nothing to write: your tree is as it was already.',
  rest: 'Nothing else is to be written.',
  actions: { restored: 'as it was before', deleted: 'deleted, for it was new', merged: 'taken back; what came later stays' },
}

/** Shows what would happen before anything is written, then does it and says what came of it. */
export function WorktreeDialog(props: { worktree: Worktree; move: WorktreeMove; onClose: () => void }) {
  const { worktree, move } = props
  const words = WORDS[move]
  const [name, setName] = useState(worktree.branch ?? `parley/${worktree.id}`)
  const path = { id: worktree.id }
  const hasPreview = move === 'apply' || move === 'unapply'
  const preview = useQuery({ queryKey: ['worktree', worktree.id, 'preview', move], queryFn: () => call(move === 'apply' ? 'applyWorktree' : 'unapplyWorktree', { path, body: { preview: true } }), enabled: hasPreview, staleTime: 0, gcTime: 0, retry: false })
  const done = useMutation({ mutationFn: () => doIt(worktree, move, name.trim()), onSettled: refreshWorktrees, onError: () => { if (hasPreview) void preview.refetch() } })
  const conflicts = preview.data?.conflicts?.length ?? 0
  const isReady = !done.isPending && (!hasPreview || (preview.isSuccess && conflicts === 0)) && (move !== 'branch' || name.trim() !== '')
  return (
    <Dialog label={words.title} onClose={props.onClose}>
      <h2>{words.title}</h2>
      {done.isSuccess ? <p className="worktree-done" role="status">{done.data}</p> : (
        <form className="form" id="worktree-form" onSubmit={event => { event.preventDefault(); if (isReady) done.mutate() }}>
          <p className="muted">{words.sentence}</p>
          <p className="small muted path">{plural(worktree.files, 'file')} changed, {plural(worktree.commits, 'commit')} · {worktree.branch ? <span className="mono">{worktree.branch}</span> : 'worktree'} → <span className="mono">{tidyPath(worktree.repository)}</span></p>
          {move === 'branch' && <label>Name<input className="field mono" autoFocus spellCheck={false} value={name} onChange={event => setName(event.target.value)} /></label>}
          {preview.isFetching && hasPreview && !preview.data && <Skeleton rows={2} />}
          {preview.isError && <ProblemBox failure={preview.error} retry={() => void preview.refetch()} />}
          {preview.data && <Plan plan={preview.data} words={move === 'unapply' ? TAKEN_OUT : APPLIED} />}
          {done.isError && <ProblemBox failure={done.error} />}
        </form>
      )}
      <footer>
        <button type="button" className="button" onClick={props.onClose}>{done.isSuccess ? 'Close' : 'Cancel'}</button>
        {!done.isSuccess && <button type="submit" form="worktree-form" className={`button ${move === 'remove' ? 'danger' : 'primary'}`} disabled={!isReady}>{words.verb}</button>}
      </footer>
    </Dialog>
  )
}

/** @returns what came of it, for a person */
async function doIt(worktree: Worktree, move: WorktreeMove, name: string): Promise<string> {
  const path = { id: worktree.id }
  switch (move) {
    case 'apply': {
      const plan = await call('applyWorktree', { path, body: {} })
      return `${plural(plan.files?.length ?? 0, 'file')} written into ${tidyPath(worktree.repository)}.`
    }
    case 'unapply': {
      const plan = await call('unapplyWorktree', { path, body: {} })
      return `${plural(plan.files?.length ?? 0, 'file')} taken back in ${tidyPath(worktree.repository)}.`
    }
    case 'merge': return (await call('mergeWorktree', { path })).output || 'It is merged.'
    case 'branch': return `It is on the branch ${(await call('branchWorktree', { path, body: { name } })).branch ?? name}.`
    case 'remove': return `It is gone. What was in it is kept as ${(await call('removeWorktree', { path })).keptAs}.`
  }
}
