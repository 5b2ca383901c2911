import { useState, type FormEvent, type ReactNode } from 'react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import type { LiveRequest, Ticket, TicketChange, TicketDetails } from '../../api/generated'
import { useProjects, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'
import { oneLine, plural, projectName, tidyPath } from '../../ui/text'
import type { Deciding } from './Proposals'
import { useTicket, verbs } from './tickets'

const KINDS = ['task', 'bug', 'feature', 'question'] as const
const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const

/** A dialog with a form: it closes when the server agreed, and shows what it said when it did not. */
function Asking(props: { title: string; button: string; danger?: boolean; onClose: () => void; onSend: () => Promise<unknown>; children: ReactNode }) {
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    props.onSend().then(props.onClose, (refused: unknown) => { setFailure(refused); setBusy(false) })
  }
  const onKeyDown = (event: React.KeyboardEvent) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event) }
  return (
    <Dialog label={props.title} onClose={props.onClose}>
      <h2>{props.title}</h2>
      <form className="form" onSubmit={send} onKeyDown={onKeyDown}>
        {props.children}
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button className={`button ${props.danger ? 'danger' : 'primary'}`} disabled={isBusy}>{props.button}</button>
        </footer>
      </form>
    </Dialog>
  )
}

export function RejectDialog(props: { deciding: Deciding; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const { tickets, proposal } = props.deciding
  const title = tickets.length === 1 ? `Reject ${tickets[0]!.id}?` : `Reject ${plural(tickets.length, 'ticket')}?`
  const send = () => (proposal ? verbs.rejectAll(proposal, reason.trim()) : verbs.reject(tickets[0]!.id, reason.trim()))
  return (
    <Asking title={title} button="Reject" danger onClose={props.onClose} onSend={send}>
      <ul className="muted">{tickets.map(one => <li key={one.id} className="cut">{one.id} {oneLine(one.title)}</li>)}</ul>
      <label>Why (the agent is told)<textarea className="field" rows={3} autoFocus value={reason} onChange={event => setReason(event.target.value)} /></label>
    </Asking>
  )
}

/** The words of a ticket, changed. A proposal is accepted as it then is. */
export function EditDialog(props: { id: string; onClose: () => void }) {
  const found = useTicket(props.id)
  if (found.data) return <EditForm ticket={found.data} onClose={props.onClose} />
  return <Dialog label="Edit" onClose={props.onClose}>{found.error ? <ProblemBox failure={found.error} /> : <p className="muted">Loading…</p>}</Dialog>
}

function EditForm(props: { ticket: TicketDetails; onClose: () => void }) {
  const { ticket } = props
  const isProposed = ticket.column === 'proposed'
  const [change, setChange] = useState<TicketChange>({ title: ticket.title, body: ticket.body, kind: ticket.kind, priority: ticket.priority, labels: ticket.labels, dependsOn: ticket.dependsOn, files: ticket.files })
  return (
    <Asking title={isProposed ? `Edit ${ticket.id}, then accept` : `Edit ${ticket.id}`} button={isProposed ? 'Accept' : 'Save'} onClose={props.onClose} onSend={() => (isProposed ? verbs.accept(ticket.id, change) : verbs.edit(ticket.id, change))}>
      <Fields change={change} onChange={setChange} />
    </Asking>
  )
}

export function NewTicketDialog(props: { project: string; onClose: () => void }) {
  const projects = useProjects().data ?? []
  const [project, setProject] = useState(props.project)
  const [change, setChange] = useState<TicketChange>({ title: '', kind: 'task', priority: 'normal' })
  const chosen = project || projects[0]?.project || ''
  return (
    <Asking title="New ticket" button="Write" onClose={props.onClose} onSend={() => verbs.write(chosen, { ...change, title: change.title ?? '' })}>
      <Fields change={change} onChange={setChange} />
      <label>Directory of the project
        <input className="field mono" list="ticket-projects" value={chosen} onChange={event => setProject(event.target.value)} required />
        <datalist id="ticket-projects">{projects.map(one => <option key={one.project} value={one.project}>{projectName(one.project)}</option>)}</datalist>
      </label>
    </Asking>
  )
}

function Fields(props: { change: TicketChange; onChange: (change: TicketChange) => void }) {
  const { change } = props
  const set = (part: TicketChange) => props.onChange({ ...change, ...part })
  return (
    <>
      <label>Title<input className="field" autoFocus required maxLength={200} value={change.title ?? ''} onChange={event => set({ title: event.target.value })} /></label>
      <label>Body, in Markdown<textarea className="field" rows={6} value={change.body ?? ''} onChange={event => set({ body: event.target.value })} /></label>
      <div className="form-pair">
        <label>Kind<select className="field" value={change.kind} onChange={event => set({ kind: event.target.value as (typeof KINDS)[number] })}>{KINDS.map(one => <option key={one}>{one}</option>)}</select></label>
        <label>Priority<select className="field" value={change.priority} onChange={event => set({ priority: event.target.value as (typeof PRIORITIES)[number] })}>{PRIORITIES.map(one => <option key={one}>{one}</option>)}</select></label>
      </div>
      <div className="form-pair">
        <Words name="Labels" value={change.labels} onChange={labels => set({ labels })} />
        <Words name="Comes after" value={change.dependsOn} placeholder="T3 T7" onChange={dependsOn => set({ dependsOn })} />
      </div>
      <Words name="Files" value={change.files} onChange={files => set({ files })} />
    </>
  )
}

function Words(props: { name: string; value: string[] | undefined; placeholder?: string; onChange: (words: string[]) => void }) {
  const [text, setText] = useState((props.value ?? []).join(' '))
  return (
    <label>{props.name}
      <input className="field" value={text} placeholder={props.placeholder} onChange={event => { setText(event.target.value); props.onChange(event.target.value.split(/[\s,]+/).filter(Boolean)) }} />
    </label>
  )
}

/** A session whose prompt is the ticket. */
export function StartDialog(props: { ticket: Ticket; onClose: () => void }) {
  const { ticket } = props
  const providers = (useProviders().data ?? []).filter(one => one.installed)
  const [provider, setProvider] = useState('')
  const [permission, setPermission] = useState<LiveRequest['permission']>('edit')
  const [isApart, setApart] = useState(false)
  const chosen = providers.find(one => one.id === provider) ?? providers[0]
  const mustWait = (ticket.waitsFor?.length ?? 0) > 0
  const start = async () => {
    const session = await call('startTicket', { path: { id: ticket.id }, body: { provider: chosen?.id, permission, worktree: isApart, ...(mustWait && { force: true }) } })
    go(sessionPath(session.id))
  }
  return (
    <Asking title={`Start ${ticket.id}`} button={mustWait ? 'Start anyway' : 'Start'} onClose={props.onClose} onSend={start}>
      <p className="cut">{oneLine(ticket.title)}</p>
      {mustWait && <p className="waits">It waits for {ticket.waitsFor!.join(', ')}, which {ticket.waitsFor!.length === 1 ? 'is' : 'are'} not done.</p>}
      <div className="form-pair">
        <label>CLI<select className="field" value={chosen?.id ?? ''} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
        <label>It may<select className="field" value={permission} onChange={event => setPermission(event.target.value as LiveRequest['permission'])}>{(chosen?.livePermissions ?? ['ask', 'edit']).map(one => <option key={one}>{one}</option>)}</select></label>
      </div>
      <label className="line"><input type="checkbox" checked={isApart} onChange={event => setApart(event.target.checked)} /> In a checkout of its own (a worktree, which stays)</label>
      <p className="muted small mono cut">{tidyPath(ticket.project)}</p>
    </Asking>
  )
}
