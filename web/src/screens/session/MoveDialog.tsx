import { useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import { fork } from '../../api/fork'
import type { LiveSession, Permission } from '../../api/generated'
import { useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { closestMode, modesOf } from '../../ui/freedom'
import { ProblemBox } from '../../ui/states'
import { oneLine } from '../../ui/text'
import type { Now } from './now'

/** From a session, or from one of its rows, to something new. */
export interface Move { kind: 'fork' | 'handover' | 'ticket'; row?: string; text?: string }

const TITLES = { fork: 'Fork', handover: 'Continue with another agent', ticket: 'Make a ticket' }

function sentenceOf(move: Move, isClosed: boolean): string {
  if (move.kind === 'ticket') return 'A ticket on the board, with the text of this place and a link to it.'
  const upTo = move.row ? 'with everything said up to this turn' : 'with everything said so far'
  if (move.kind === 'fork') return `A new session begins ${upTo}. The old one stays as it is; files are not turned back (Changes can go on from a turn with its files).`
  return isClosed
    ? 'The conversation goes on in another CLI, in the same directory, with the prompts that wait. Here it is closed; a turn that runs is interrupted.'
    : `A new session of another CLI begins ${upTo}, with tool calls and results. The old one stays as it is.`
}

/** The CLIs between which Parley carries whole sessions; others are told in a first prompt. */
const MOVABLE = new Set(['claude', 'codex', 'gemini', 'opencode', 'kimi', 'qwen'])

function isMovable(provider: string): boolean {
  return MOVABLE.has(provider)
}

async function goThere(id: string, to: string, permission: Permission, prompt: string): Promise<LiveSession> {
  const session = await call('continueElsewhere', { path: { id }, body: { to, permission } })
  if (prompt) await call('act', { path: { id: session.id }, body: { type: 'prompt', text: prompt } })
  return session
}

export function MoveDialog(props: { move: Move; now: Now; onClose: () => void }) {
  const { move, now } = props
  const providers = (useProviders().data ?? []).filter(one => one.installed && one.id !== now.facts.provider)
  const [provider, setProvider] = useState('')
  const [prompt, setPrompt] = useState('')
  const [title, setTitle] = useState(oneLine(move.text ?? now.title, 120))
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [freedom, setFreedom] = useState<Permission>()
  const chosen = provider || providers[0]?.id || ''
  const modes = modesOf(providers.find(one => one.id === chosen))
  const permission = closestMode(modes, freedom ?? now.live?.permission ?? 'ask')
  // The whole of a live session goes there; from a row, or of a stored one, it is a copy.
  const isClosed = move.kind === 'handover' && move.row === undefined && now.live !== undefined && now.liveId !== undefined && !now.isElsewhere && isMovable(now.facts.provider) && isMovable(chosen)
  const run = async () => {
    setBusy(true)
    try {
      if (move.kind === 'ticket') {
        const ticket = await call('ticketFromRow', { path: { ref: now.ref }, body: { row: move.row ?? '', title } })
        go(`/t/${ticket.id}`)
      } else {
        const session = move.kind === 'fork' ? await fork(now.ref, now.facts.provider, move.row)
          : isClosed ? await goThere(now.liveId ?? '', chosen, permission, prompt.trim())
            : await call('handOver', { path: { ref: now.ref }, body: { provider: chosen, row: move.row, permission, prompt: prompt.trim() || undefined } })
        go(sessionPath(session.id))
      }
      props.onClose()
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog label={TITLES[move.kind]} onClose={props.onClose}>
      <h2>{TITLES[move.kind]}</h2>
      <form className="form" onSubmit={event => { event.preventDefault(); void run() }}>
        <p className="muted">{sentenceOf(move, isClosed)}</p>
        {move.kind === 'handover' && (
          <>
            <label>With<select className="field" value={chosen} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
            <label>Freedom<select className="field" value={permission} onChange={event => setFreedom(event.target.value as Permission)}>{modes.map(([mode, name]) => <option key={mode} value={mode}>{name}</option>)}</select></label>
            <label>And then<textarea className="field" rows={3} placeholder="What to do next (optional)" value={prompt} onChange={event => setPrompt(event.target.value)} /></label>
            {providers.length === 0 && <p className="muted small">No other CLI is installed. Settings say how to get one.</p>}
          </>
        )}
        {move.kind === 'ticket' && <label>Title<input className="field" maxLength={200} autoFocus value={title} onChange={event => setTitle(event.target.value)} /></label>}
        {failure !== null && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button type="submit" className="button primary" disabled={isBusy || (move.kind === 'handover' && !chosen)}>{{ fork: 'Fork', handover: 'Continue', ticket: 'Make the ticket' }[move.kind]}</button>
        </footer>
      </form>
    </Dialog>
  )
}
