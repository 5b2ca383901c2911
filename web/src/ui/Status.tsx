import type { InboxItem, LiveSession } from '../api/generated'

/** The six words for how a session is, everywhere the same. */
export type StatusWord = 'waiting' | 'working' | 'done' | 'failed' | 'idle' | 'paused'

export function statusOf(session: LiveSession, noticed?: InboxItem['kind']): StatusWord {
  if (session.approvals > 0 || session.state === 'waiting') return 'waiting'
  if (session.state === 'running' || session.state === 'starting') return 'working'
  if (noticed === 'failure') return 'failed'
  if (noticed === 'limit') return 'paused'
  return noticed === 'finished' ? 'done' : 'idle'
}

const SHAPES: Record<StatusWord, React.ReactNode> = {
  waiting: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  working: <><circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.4" /><path d="M5 5V1a4 4 0 0 1 4 4z" fill="currentColor" /></>,
  done: <circle cx="5" cy="5" r="4.5" fill="currentColor" />,
  failed: <path d="M5 .8 9.8 9.4H.2z" fill="currentColor" />,
  idle: <circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.4" />,
  paused: <><circle cx="5" cy="5" r="4" fill="none" stroke="currentColor" strokeWidth="1.4" /><path d="M5 1a4 4 0 0 0 0 8z" fill="currentColor" /></>,
}

/** A shape and, unless there is no room, its word, or a more exact one. */
export function Status(props: { word: StatusWord; isShort?: boolean; label?: string }) {
  const label = props.label ?? props.word
  return (
    <span className={`status ${props.word}`} title={props.isShort ? label : undefined}>
      <svg className="shape" viewBox="0 0 10 10" aria-hidden="true">{SHAPES[props.word]}</svg>
      <span className={props.isShort ? 'hidden-text' : undefined}>{label}</span>
    </span>
  )
}
