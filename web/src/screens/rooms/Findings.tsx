import { useState } from 'react'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import type { Finding, Room, RoomMessage } from '../../api/generated'
import { useProjects } from '../../api/queries'
import { Markdown } from '../../transcript/Markdown'
import { ProblemBox } from '../../ui/states'
import { oneLine, projectName } from '../../ui/text'
import { SessionLink, TicketLink } from '../board/TicketPage'

/** What reviewers found. Each becomes a ticket, or is told to the session whose changes were reviewed. */
export function Findings(props: { room: Room; findings: readonly Finding[]; messages: readonly RoomMessage[] }) {
  useFindingKeys()
  return (
    <section>
      <h2 className="side-title">Findings</h2>
      <ul className="room-findings">
        {props.findings.map(one => <FindingView key={one.id} room={props.room} finding={one} author={props.messages.find(message => message.number === one.message)?.session} />)}
      </ul>
    </section>
  )
}

/** The finding that has the focus is the one that is meant. */
function useFindingKeys(): void {
  const current = () => document.activeElement?.closest<HTMLElement>('[data-finding]')
  const button = (what: string) => current()?.querySelector<HTMLButtonElement>(`button[data-do="${what}"]`)
  const step = (by: number) => {
    const all = [...document.querySelectorAll<HTMLElement>('[data-finding]')].filter(one => one.offsetParent !== null)
    const now = current()
    all[Math.min(all.length - 1, Math.max(0, now ? all.indexOf(now) + by : 0))]?.focus()
  }
  useActions([
    { id: 'room.finding.next', title: 'Next finding', group: 'Findings', keys: ['f'], run: () => step(1) },
    { id: 'room.finding.previous', title: 'Previous finding', group: 'Findings', keys: ['Shift+F'], run: () => step(-1) },
    { id: 'room.finding.ticket', title: 'Make a ticket of the finding', group: 'Findings', keys: ['t'], when: () => button('ticket') != null, run: () => button('ticket')?.click() },
    { id: 'room.finding.comment', title: 'Tell the finding to the author', group: 'Findings', keys: ['c'], when: () => button('comment') != null, run: () => button('comment')?.click() },
  ])
}

function FindingView(props: { room: Room; finding: Finding; author: string | undefined }) {
  const { room, finding, author } = props
  const projects = useProjects().data ?? []
  const [project, setProject] = useState<string>()
  const [told, setTold] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const path = { id: room.name, finding: finding.id }
  const needsProject = room.project === undefined && author === undefined
  const ticket = () => {
    // Nobody can tell where it belongs: the person says it.
    if (needsProject && project === undefined) return setProject(projects[0]?.project ?? '')
    setFailure(undefined)
    call('ticketFinding', { path, body: project ? { project } : {} }).catch(setFailure)
  }
  const comment = () => { setFailure(undefined); call('commentFinding', { path, body: {} }).then(answer => setTold(answer.session), setFailure) }
  return (
    <li data-finding={finding.id} tabIndex={-1}>
      <details>
        <summary><span className={`finding-status ${finding.status}`}>{finding.status}</span> {oneLine(finding.title, 160)}</summary>
        <p className="small muted path">{[oneLine(finding.severity, 20), oneLine(finding.place, 200), `by ${finding.by.map(one => oneLine(one, 40)).join(', ')}`].filter(Boolean).join(' · ')}</p>
        <Markdown text={finding.detail} />
        {finding.verdicts?.map(one => <p key={one.agent} className="small"><strong>{oneLine(one.agent, 40)}</strong> {one.word}s: {oneLine(one.reason, 400)}</p>)}
      </details>
      {project !== undefined && finding.ticket === undefined && (
        <label className="small muted">Directory of the project<input className="field mono" list="finding-projects" value={project} onChange={event => setProject(event.target.value)} />
          <datalist id="finding-projects">{projects.map(one => <option key={one.project} value={one.project}>{projectName(one.project)}</option>)}</datalist>
        </label>
      )}
      <div className="row small">
        {finding.ticket !== undefined ? <TicketLink id={`T${finding.ticket}`} /> : <button className="button" data-do="ticket" onClick={ticket}>Make a ticket <kbd className="wide-only" aria-hidden="true">t</kbd></button>}
        {author && (told ? <SessionLink id={told}>The author was told</SessionLink> : <button className="button" data-do="comment" onClick={comment}>Comment to the author <kbd className="wide-only" aria-hidden="true">c</kbd></button>)}
      </div>
      {failure !== undefined && <ProblemBox failure={failure} />}
    </li>
  )
}
