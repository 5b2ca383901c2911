import type { ReactNode } from 'react'
import { Refusal } from '../api/client'

/** Nothing is here: one sentence, at most one button. */
export function Empty(props: { title?: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      {props.title && <h2>{props.title}</h2>}
      <p>{props.children}</p>
      {props.action}
    </div>
  )
}

/** Rows of the right height while a list loads. */
export function Skeleton(props: { rows?: number }) {
  return (
    <div role="status" aria-label="Loading">
      {Array.from({ length: props.rows ?? 6 }, (_, at) => (
        <div className="skeleton-row" key={at}>
          <div className="skeleton" style={{ width: `${70 - ((at * 13) % 35)}%` }} />
          <div className="skeleton" style={{ width: `${40 - ((at * 7) % 20)}%` }} />
        </div>
      ))}
    </div>
  )
}

/** What went wrong and what to do, in the server's words. */
export function ProblemBox(props: { failure: unknown; retry?: () => void }) {
  const problem = props.failure instanceof Refusal ? props.failure.problem : { title: 'Something went wrong in the page.', detail: String(props.failure) }
  return (
    <div className="problem" role="alert">
      <strong>{problem.title}</strong>
      <span className="muted">{problem.detail}</span>
      {props.retry && <div><button className="button" onClick={props.retry}>Try again</button></div>}
    </div>
  )
}
