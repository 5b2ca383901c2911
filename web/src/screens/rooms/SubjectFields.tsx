import type { Room, RoomPost } from '../../api/generated'
import { useProjects } from '../../api/queries'
import { live, sessionsOf } from '../../stream/live'
import { useStore } from '../../ui/store'
import { oneLine, projectName, tidyPath } from '../../ui/text'

export interface Subject { kind: 'none' | 'session' | 'branch' | 'diff'; value: string; base?: string; project?: string }

export function subjectOf(subject: Subject): RoomPost['review'] {
  const { kind, value } = subject
  if (kind === 'none' || !value.trim()) return undefined
  if (kind === 'diff') return { diff: value }
  if (kind === 'session') return { session: value }
  return { branch: value.trim(), base: subject.base?.trim() || undefined, project: subject.project?.trim() || undefined }
}

/** What the room is to review, beside the text. */
export function SubjectFields(props: { room: Room; subject: Subject; onChange: (subject: Subject) => void }) {
  const { subject } = props
  const projects = useProjects().data ?? []
  const sessions = sessionsOf(useStore(live))
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
      {subject.kind === 'branch' && <input className="field mono" aria-label="Compared with" placeholder="compared with main or master" value={subject.base ?? ''} onChange={event => props.onChange({ ...subject, base: event.target.value })} />}
      {subject.kind === 'branch' && (
        <>
          <input className="field mono" aria-label="Repository of the branch" list="subject-projects" required={props.room.project === undefined} placeholder={props.room.project === undefined ? 'directory of its repository' : tidyPath(props.room.project)} value={subject.project ?? ''} onChange={event => props.onChange({ ...subject, project: event.target.value })} />
          <datalist id="subject-projects">{projects.map(one => <option key={one.project} value={one.project}>{projectName(one.project)}</option>)}</datalist>
        </>
      )}
      {subject.kind === 'diff' && <textarea className="field mono" rows={3} aria-label="Diff" placeholder="the output of git diff" value={subject.value} onChange={event => set(event.target.value)} />}
    </div>
  )
}
