import { useState, type FormEvent } from 'react'
import type { TicketDetails } from '../../api/generated'
import { Markdown } from '../../transcript/Markdown'
import { ProblemBox } from '../../ui/states'
import { Ago, exact } from '../../ui/time'
import { SessionLink } from './TicketPage'
import { verbs } from './tickets'

/** What you and the agents said about a ticket. */
export function Comments(props: { ticket: TicketDetails }) {
  const { ticket } = props
  const [text, setText] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!text.trim()) return
    setFailure(undefined)
    // The words stay until the server has them.
    verbs.comment(ticket.id, text.trim()).then(() => setText(''), setFailure)
  }
  return (
    <section className="comments" aria-label="Comments">
      <h2>Comments</h2>
      <ul>
        {ticket.comments.map(one => (
          <li key={`${one.at} ${one.text}`}>
            <p className="small muted row">{one.by === 'person' ? 'You' : one.sessionId ? <SessionLink id={one.sessionId}>An agent</SessionLink> : 'An agent'} <time dateTime={one.at} title={exact(one.at)}><Ago time={one.at} /></time></p>
            <Markdown text={one.text} />
          </li>
        ))}
      </ul>
      <form onSubmit={send}>
        <textarea className="field" rows={2} aria-label="Comment" placeholder="Say something about it…" value={text} onChange={event => setText(event.target.value)} onKeyDown={event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event) }} />
        <button className="button" disabled={!text.trim()}>Comment</button>
      </form>
      {failure !== undefined && <ProblemBox failure={failure} />}
    </section>
  )
}
