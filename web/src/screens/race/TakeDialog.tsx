import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { Race } from '../../api/generated'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox, Skeleton } from '../../ui/states'
import { oneLine, tidyPath } from '../../ui/text'
import { Plan } from '../session/changes/Plan'
import { APPLIED, TAKEN_OUT } from '../worktree/WorktreeDialog'
import type { Lane } from './races'

/** Says what would be written into the person's own tree before one is taken. */
export function TakeDialog(props: { race: Race; lane: Lane; onClose: () => void }) {
  const { race, lane } = props
  const preview = useQuery({ queryKey: ['race', race.id, 'preview', lane.number], queryFn: () => call('applyWorktree', { path: { id: lane.worktree ?? '' }, body: { preview: true } }), staleTime: 0, gcTime: 0, retry: false })
  const take = useMutation({ mutationFn: () => call('takeRace', { path: { id: race.id }, body: { lane: lane.number } }), onSuccess: props.onClose, onError: () => void preview.refetch() })
  const isReady = preview.isSuccess && (preview.data.conflicts?.length ?? 0) === 0 && !take.isPending
  const title = `Take what ${oneLine(lane.model, 40)} did`
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      <p className="muted">It is written into <span className="mono path">{tidyPath(race.project)}</span>, as changes you have not committed. What the others did is kept as branches.</p>
      {preview.isPending && <Skeleton rows={2} />}
      {preview.isError && <ProblemBox failure={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && <Plan plan={preview.data} words={APPLIED} />}
      {take.isError && <ProblemBox failure={take.error} />}
      <footer>
        <button className="button" onClick={props.onClose}>Cancel</button>
        <button className="button primary" disabled={!isReady} onClick={() => take.mutate()}>Take it</button>
      </footer>
    </Dialog>
  )
}

/** The other way: what was taken goes out of the person's tree again. */
export function UntakeDialog(props: { race: Race; lane: Lane; onClose: () => void }) {
  const { race, lane } = props
  const preview = useQuery({ queryKey: ['race', race.id, 'untake', lane.number], queryFn: () => call('unapplyWorktree', { path: { id: lane.worktree ?? '' }, body: { preview: true } }), staleTime: 0, gcTime: 0, retry: false })
  const untake = useMutation({ mutationFn: () => call('untakeRace', { path: { id: race.id } }), onSuccess: props.onClose, onError: () => void preview.refetch() })
  const isReady = preview.isSuccess && (preview.data.conflicts?.length ?? 0) === 0 && !untake.isPending
  const title = `Take back what ${oneLine(lane.model, 40)} did`
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      <p className="muted">It goes out of <span className="mono path">{tidyPath(race.project)}</span> again. What you changed there since stays. Then another one can be taken.</p>
      {preview.isPending && <Skeleton rows={2} />}
      {preview.isError && <ProblemBox failure={preview.error} retry={() => void preview.refetch()} />}
      {preview.data && <Plan plan={preview.data} words={TAKEN_OUT} />}
      {untake.isError && <ProblemBox failure={untake.error} />}
      <footer>
        <button className="button" onClick={props.onClose}>Cancel</button>
        <button className="button primary" disabled={!isReady} onClick={() => untake.mutate()}>Take it back</button>
      </footer>
    </Dialog>
  )
}
