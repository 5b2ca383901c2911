import { useState, type FormEvent } from 'react'
import { call } from '../../api/client'
import type { Room, RoomLimits } from '../../api/generated'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'

const FIELDS = { rounds: 'Follow-up rounds for a message', messages: 'Messages of agents for a message', budgetUsd: 'Budget in dollars', budgetTokens: 'Budget in tokens' } as const
type Field = keyof typeof FIELDS

/** How far a room may go. What is left empty stays as it is. */
export function LimitsDialog(props: { room: Room; onClose: () => void }) {
  const { room } = props
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  const [failure, setFailure] = useState<unknown>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const limits: RoomLimits = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '').map(([name, value]) => [name, Number(value)]))
    call('changeRoom', { path: { id: room.name }, body: { limits } }).then(props.onClose, setFailure)
  }
  return (
    <Dialog label="Bounds of the room" onClose={props.onClose}>
      <h2>Bounds of the room</h2>
      <form className="form" onSubmit={save}>
        {(Object.keys(FIELDS) as Field[]).map(name => (
          <label key={name}>{FIELDS[name]}
            <input className="field" type="number" min="0" step={name === 'budgetUsd' ? '0.01' : '1'} value={typed[name] ?? room.limits[name] ?? ''} placeholder="none" onChange={event => setTyped({ ...typed, [name]: event.target.value })} />
          </label>
        ))}
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button className="button primary">Save</button>
        </footer>
      </form>
    </Dialog>
  )
}
