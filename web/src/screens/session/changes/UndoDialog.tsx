import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/client'
import type { UndoRequest } from '../../../api/generated'
import { Dialog } from '../../../ui/Dialog'
import { ProblemBox, Skeleton } from '../../../ui/states'
import { plural } from '../../../ui/text'
import { Plan, type PlanWords } from './Plan'
import { refresh } from './useChanges'

const WORDS: PlanWords = {
  would: 'Nothing is written yet. This would be, and it can be undone, too:',
  nothing: 'There is nothing to take back: the files are as they were before.',
  rest: 'Nothing else is left to take back.',
  actions: { restored: 'as it was before', deleted: 'deleted, for it was new', merged: 'taken back; what came later stays' },
}

/** Says what an undo would write and what stands in its way; only then it is done. */
export function UndoDialog(props: { id: string; request: UndoRequest; name: string; isBusy: boolean; onClose: () => void }) {
  const { id, request } = props
  const preview = useQuery({ queryKey: ['changes', id, 'undo', request], queryFn: () => call('undoChanges', { path: { id }, body: { ...request, preview: true } }), staleTime: 0, gcTime: 0 })
  const undo = useMutation({
    mutationFn: (skipConflicts: boolean) => call('undoChanges', { path: { id }, body: { ...request, skipConflicts } }),
    onSuccess: () => { refresh(id); props.onClose() },
    // Something changed since: what would happen now is asked again.
    onError: () => void preview.refetch(),
  })
  const title = `Undo ${props.name}${request.files ? ' in this file' : request.since ? ' and all after it' : ''}`
  const files = preview.data?.files ?? []
  const conflicts = preview.data?.conflicts ?? []
  const isReady = preview.isSuccess && !props.isBusy && !undo.isPending && files.length > 0
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      {preview.isPending && <Skeleton rows={2} />}
      {preview.isError && <ProblemBox failure={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && <Plan plan={preview.data} words={WORDS} />}
      {props.isBusy && <p className="muted">The agent is at work. Undo is possible when its turn has ended.</p>}
      {undo.isError && <ProblemBox failure={undo.error} />}
      <footer>
        <button className="button" onClick={props.onClose}>Cancel</button>
        {conflicts.length > 0
          ? <button className="button danger" disabled={!isReady} onClick={() => undo.mutate(true)}>Undo all but the conflicts</button>
          : <button className="button primary" disabled={!isReady} onClick={() => undo.mutate(false)}>Undo in {plural(files.length, 'file')}</button>}
      </footer>
    </Dialog>
  )
}
