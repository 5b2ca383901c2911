import type { Race } from '../../api/generated'
import { oneLine } from '../../ui/text'

/** What a judge thinks. A person decides. */
export function Advice(props: { race: Race }) {
  const { judgement, lanes } = props.race
  if (!judgement) return null
  const lane = lanes.find(one => one.number === judgement.lane)
  return (
    <section className="race-advice" aria-label="Advice of the judge">
      <h2>{oneLine(judgement.model, 60)} advises{lane && <>: take {lane.number} · {oneLine(lane.model, 40)}</>}</h2>
      {judgement.text !== undefined && <p>{judgement.text}</p>}
      {judgement.error !== undefined && <p className="race-error">{oneLine(judgement.error, 400)}</p>}
      {judgement.text === undefined && judgement.error === undefined && <p className="small muted" role="status">It looks at what they did when all are done.</p>}
    </section>
  )
}
