import { useState } from 'react'
import type { Approval, Decision } from '../api/generated'
import { DiffView } from '../transcript/DiffView'
import { diffsOf } from '../transcript/tools'
import { ProblemBox } from '../ui/states'
import { insideOf, tidyPath } from '../ui/text'
import { decide, questionsOf } from './decide'
import { HoldButton } from './HoldButton'
import { QuestionForm } from './QuestionForm'
import './approval.css'

/** What an agent wants to do, exactly, and the answers there are. The one card with a border in the accent. */
export function ApprovalCard(props: { approval: Approval; hasKeys?: boolean; isSmall?: boolean; isDiffElsewhere?: boolean; onDone?: (elsewhere: boolean) => void; isReasonOpen?: boolean; onReason?: (isOpen: boolean) => void }) {
  const { approval } = props
  const [failure, setFailure] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const answer = (decision: Decision) => {
    setSending(true)
    setFailure(null)
    decide(approval, decision).then(
      where => props.onDone?.(where === 'elsewhere'),
      problem => { setFailure(problem); setSending(false) },
    )
  }
  const questions = questionsOf(approval)
  return (
    <div className={`approval${props.isSmall ? ' small-card' : ''}`} role="group" aria-label={`${approval.byParley ? 'Parley' : approval.provider} asks`}>
      {questions.length > 0
        ? <QuestionForm approval={approval} questions={questions} isSending={isSending} answer={answer} />
        : (
          <>
            <Wanted approval={approval} isSmall={(props.isSmall ?? false) || (props.isDiffElsewhere ?? false)} />
            <Answers approval={approval} hasKeys={props.hasKeys ?? false} isSending={isSending} answer={answer} isReasonOpen={props.isReasonOpen} onReason={props.onReason} />
          </>
        )}
      {failure !== null && <ProblemBox failure={failure} />}
    </div>
  )
}

/** The exact command, files or address; the agent's own words stand below them and smaller. */
export function Wanted(props: { approval: Approval; isSmall: boolean }) {
  const { intent, toolName, description, input, wish, byParley } = props.approval
  if (byParley) {
    return <div className="wanted"><div className="muted small">Parley asks</div><p>{description}</p></div>
  }
  const diffs = diffsOf({ kind: 'tool', id: '', last: 0, time: '', callId: '', name: toolName, arguments: input ?? {}, summary: '', files: intent.files })
  const verb = intent.command ? 'wants to run' : intent.address ? 'wants to visit' : diffs.length > 0 ? 'wants to change' : 'wants to use'
  const files = intent.files ?? []
  return (
    <div className="wanted">
      <div className="muted small">{verb} {!props.isSmall && <span className="wide-only">in <span className="mono">{tidyPath(intent.directory)}</span></span>}</div>
      {intent.command && <pre className="command" tabIndex={0}>{intent.command}</pre>}
      {!intent.command && intent.address && <pre className="command" tabIndex={0}>{intent.address}</pre>}
      {!intent.command && !intent.address && (
        files.length > 0 ? <ul className="mono files">{files.slice(0, 8).map(file => <li key={file}>{insideOf(intent.directory, file)}</li>)}{files.length > 8 && <li className="muted">and {files.length - 8} more</li>}</ul> : <pre className="command" tabIndex={0}>{wish}</pre>
      )}
      {!props.isSmall && diffs.map((diff, at) => <DiffView key={at} diff={diff} />)}
      {description && description !== intent.command && <p className="muted small words">{description}</p>}
    </div>
  )
}

function Answers(props: { approval: Approval; hasKeys: boolean; isSending: boolean; answer: (decision: Decision) => void; isReasonOpen?: boolean; onReason?: (isOpen: boolean) => void }) {
  const { approval, answer } = props
  const [isOwnOpen, setOwnOpen] = useState(false)
  const [reason, setReason] = useState('')
  const isReasonOpen = props.isReasonOpen ?? isOwnOpen
  const setReasonOpen = props.onReason ?? setOwnOpen
  const options = approval.options ?? ['allow', 'deny']
  if (isReasonOpen) {
    const send = () => answer({ decision: 'deny', reason: reason.trim() || undefined })
    return (
      <form className="answers reason" onSubmit={event => { event.preventDefault(); send() }}>
        <input className="field" autoFocus aria-label="Why not" placeholder="Why not? The agent is told." value={reason} onChange={event => setReason(event.target.value)} onKeyDown={event => { if (event.key === 'Escape') { event.stopPropagation(); setReasonOpen(false) } }} />
        <button type="submit" className="button danger" disabled={props.isSending}>Deny</button>
        <button type="button" className="button quiet" onClick={() => setReasonOpen(false)}>Back</button>
      </form>
    )
  }
  // The second half of a double click may fall on the next question, which nobody has read.
  const once = (run: () => void) => (event: React.MouseEvent) => { if (event.detail < 2) run() }
  return (
    <div className="answers">
      <button className="button primary" disabled={props.isSending} onClick={once(() => answer({ decision: 'allow' }))}>Allow once {props.hasKeys && <kbd>y</kbd>}</button>
      {options.includes('allow_for_session') && (
        <HoldButton disabled={props.isSending} title={approval.forSession ? `Allows ${approval.forSession}` : undefined} run={() => answer({ decision: 'allow_for_session' })}>For this session {props.hasKeys && <kbd>a</kbd>}</HoldButton>
      )}
      <span className="grow" />
      <button className="button danger" disabled={props.isSending} onClick={once(() => answer({ decision: 'deny' }))}>Deny {props.hasKeys && <kbd>n</kbd>}</button>
      {approval.canGiveReason && <button className="button" disabled={props.isSending} onClick={() => setReasonOpen(true)}>Deny, because… {props.hasKeys && <kbd>r</kbd>}</button>}
    </div>
  )
}
