import { look, type Look } from '../../frame/look'
import { useStore } from '../../ui/store'

const LOOKS: [Look, string, string][] = [['system', 'As the system', 'Follows your computer or phone.'], ['light', 'Light', 'Paper.'], ['dark', 'Dark', 'Ink.']]

export function LookSection() {
  const now = useStore(look)
  return (
    <fieldset className="looks">
      <legend className="hidden-text">Look</legend>
      {LOOKS.map(([id, title, about]) => (
        <label key={id} className="look">
          <input type="radio" name="look" value={id} checked={now === id} onChange={() => look.set(id)} />
          <span className={`look-sample ${id}`} aria-hidden="true"><i /><i /><i /></span>
          <span className="stack"><strong>{title}</strong><span className="muted small">{about}</span></span>
        </label>
      ))}
    </fieldset>
  )
}
