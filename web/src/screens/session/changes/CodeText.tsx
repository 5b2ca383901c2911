import '../../../transcript/code.css'
import type { Colours } from './colours'

/** The text of a line with its colours, where they are known and fit. */
export function CodeText(props: { text: string; colours: Colours | undefined }) {
  const { text, colours } = props
  if (!colours || colours.length === 0 || lengthOf(colours) !== text.length) return text
  const parts = []
  let from = 0
  for (let at = 0; at < colours.length; at += 2) {
    const to = from + (colours[at] as number)
    const name = colours[at + 1] as string
    parts.push(name ? <span key={at} className={name}>{text.slice(from, to)}</span> : text.slice(from, to))
    from = to
  }
  return parts
}

function lengthOf(colours: Colours): number {
  let length = 0
  for (let at = 0; at < colours.length; at += 2) length += colours[at] as number
  return length
}
