import { useMutation } from '@tanstack/react-query'
import { MessageSquare, X } from 'lucide-react'
import { go, sessionPath } from '../../../actions/go'
import { call } from '../../../api/client'
import { queries } from '../../../api/queries'
import { ProblemBox } from '../../../ui/states'
import { oneLine, plural } from '../../../ui/text'
import type { Now } from '../now'
import { useComments, refresh, type Choice } from './useChanges'

/** Comments that wait. They go to the agent together, as one prompt. */
export function CommentDock(props: { id: string; now: Now; onChoose: (choice: Choice) => void }) {
  const { id, now } = props
  const found = useComments(id)
  const send = useMutation({ mutationFn: () => call('sendLineComments', { path: { id } }), onSuccess: () => { refresh(id); go(sessionPath(now.ref)) } })
  const drop = useMutation({ mutationFn: (at: number) => call('dropLineComment', { path: { id, at } }), onSuccess: left => queries.setQueryData(['changes', id, 'comments'], left), onError: () => refresh(id) })
  const comments = found.data?.comments ?? []
  const failure = found.error ?? send.error ?? drop.error
  if (comments.length === 0) return failure ? <ProblemBox failure={failure} retry={() => void found.refetch()} /> : null
  return (
    <section className="comment-dock" aria-label="Comments that wait">
      {failure && <ProblemBox failure={failure} />}
      <ul>
        {comments.map((one, at) => (
          <li key={at} className="row">
            <button className="side-row" onClick={() => props.onChoose({ path: one.path, turn: one.turn })}>
              <span className="mono small cut place">{oneLine(one.path)}:{one.line}</span><span className="cut grow">{oneLine(one.text)}</span>
            </button>
            <button className="button quiet icon" aria-label={`Drop the comment on line ${one.line}`} disabled={drop.isPending} onClick={() => drop.mutate(at)}><X size={14} /></button>
          </li>
        ))}
      </ul>
      <div className="row">
        <span className="grow small muted"><MessageSquare size={12} aria-hidden="true" /> {plural(comments.length, 'comment waits', 'comments wait')}{now.isElsewhere ? '. Another Parley has this session open.' : ''}</span>
        <button className="button primary" disabled={send.isPending || now.isElsewhere} onClick={() => send.mutate()}>Send as one prompt</button>
      </div>
    </section>
  )
}
