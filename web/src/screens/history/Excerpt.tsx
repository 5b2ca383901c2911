import type { ReactNode } from 'react'

const TURNING = /[\u202A-\u202E\u2066-\u2069\u200E\u200F]/g

/** A piece of what was said, with the words that were looked for marked. Never read as HTML. */
export function Excerpt(props: { text: string; marks: readonly (readonly number[])[] }) {
  const parts: ReactNode[] = []
  let done = 0
  for (const [from = 0, to = 0] of props.marks) {
    if (from < done || to <= from || to > props.text.length) continue
    parts.push(plain(props.text.slice(done, from)), <mark key={from}>{plain(props.text.slice(from, to))}</mark>)
    done = to
  }
  parts.push(plain(props.text.slice(done)))
  return <>{parts}</>
}

function plain(text: string): string {
  return text.replace(TURNING, '').replace(/\s+/g, ' ')
}
