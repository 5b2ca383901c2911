import { memo, useState } from 'react'
import type { FileDiff } from './diff'

const FIRST = 40

/** A difference inside the talk: surfaces have the colour, the text stays ink. Long ones begin short. */
export const DiffView = memo(function DiffView(props: { diff: FileDiff; isNamed?: boolean }) {
  const { diff } = props
  const [isWhole, setWhole] = useState(false)
  const lines = isWhole ? diff.lines : diff.lines.slice(0, FIRST)
  return (
    <figure className="diff" tabIndex={0} aria-label={`Changes in ${diff.path}`}>
      {props.isNamed && <figcaption className="mono small">{diff.path} <Counts added={diff.added} removed={diff.removed} /></figcaption>}
      <pre>
        {lines.map((line, at) => (
          <span key={at} className={line.kind}>
            <span aria-hidden="true" className="sign">{{ added: '+', removed: '−', same: ' ', gap: ' ' }[line.kind]}</span>
            {line.kind !== 'same' && line.kind !== 'gap' && <span className="hidden-text">{line.kind}: </span>}
            {line.text}{'\n'}
          </span>
        ))}
      </pre>
      {!isWhole && diff.lines.length > FIRST && (
        <button className="more" onClick={() => setWhole(true)}>Show all {diff.lines.length.toLocaleString()} lines</button>
      )}
    </figure>
  )
})

export function Counts(props: { added: number; removed: number }) {
  return (
    <span className="counts">
      {props.added > 0 && <span className="plus">+{props.added}</span>} {props.removed > 0 && <span className="minus">−{props.removed}</span>}
    </span>
  )
}
