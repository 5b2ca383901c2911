import type { RoomPost } from '../../api/generated'
import { live } from '../../stream/live'
import { useStore } from '../../ui/store'
import { oneLine } from '../../ui/text'

export interface Subject { kind: 'none' | 'session' | 'branch' | 'diff'; value: string }

export function subjectOf(subject: Subject): RoomPost['review'] {
  if (subject.kind === 'none' || !subject.value.trim()) return undefined
  return { [subject.kind]: subject.kind === 'diff' ? subject.value : subject.value.trim() }
}

/** What the room is to review, beside the text. */
export function SubjectFields(props: { subject: Subject; onChange: (subject: Subject) => void }) {
  const { subject } = props
  const sessions = [...useStore(live, value => value.sessions).values()]
  const set = (value: string) => props.onChange({ ...subject, value })
  return (
    <div className="room-subject">
      <select className="field" aria-label="What is reviewed" value={subject.kind} onChange={event => props.onChange({ kind: event.target.value as Subject['kind'], value: '' })}>
        <option value="none">Review what I write</option>
        <option value="session">Changes of a session</option>
        <option value="branch">A branch</option>
        <option value="diff">A diff</option>
      </select>
      {subject.kind === 'session' && (
        <select className="field" aria-label="Session" value={subject.value} onChange={event => set(event.target.value)}>
          <option value="">Choose a session</option>
          {sessions.map(one => <option key={one.id} value={one.id}>{oneLine(one.title, 60) || one.id}</option>)}
        </select>
      )}
      {subject.kind === 'branch' && <input className="field mono" aria-label="Branch" placeholder="name of the branch" value={subject.value} onChange={event => set(event.target.value)} />}
      {subject.kind === 'diff' && <textarea className="field mono" rows={3} aria-label="Diff" placeholder="the output of git diff" value={subject.value} onChange={event => set(event.target.value)} />}
    </div>
  )
}
