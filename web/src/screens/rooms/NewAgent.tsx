import { useState, type FormEvent } from 'react'
import { call } from '../../api/client'
import { queries, useModels, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'

/** An agent: a name, who answers for it, and who it is. */
export function NewAgent(props: { onMade: (name: string) => void; onClose: () => void }) {
  const providers = (useProviders().data ?? []).filter(one => one.installed)
  const [name, setName] = useState('')
  const [provider, setProvider] = useState<string>()
  const [model, setModel] = useState('')
  const [instructions, setInstructions] = useState('')
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const chosen = provider ?? providers[0]?.id ?? ''
  const models = (useModels().data ?? []).filter(one => !chosen || one.provider === chosen)
  const make = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    call('putAgent', { path: { id: name }, body: { instructions, provider: chosen || undefined, model: model.trim() || undefined } }).then(
      agent => queries.invalidateQueries({ queryKey: ['agents'] }).then(() => props.onMade(agent.name)),
      (refused: unknown) => { setFailure(refused); setBusy(false) },
    )
  }
  return (
    <Dialog label="New agent" onClose={props.onClose}>
      <h2>New agent</h2>
      <form className="form" onSubmit={make}>
        <label>Name<input className="field" autoFocus required pattern="[a-z0-9][a-z0-9_\-]{0,39}" title="Small letters, digits, - and _" maxLength={40} placeholder="ada" value={name} onChange={event => setName(event.target.value)} /></label>
        <div className="room-pair">
          <label>CLI<select className="field" value={chosen} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}<option value="">By the model</option></select></label>
          <label>Model<input className="field" list="agent-models" required={!chosen} placeholder={chosen ? 'its own' : 'name of the model'} value={model} onChange={event => setModel(event.target.value)} />
            <datalist id="agent-models">{models.map(one => <option key={`${one.provider} ${one.name}`} value={one.name} />)}</datalist>
          </label>
        </div>
        <label>Instructions<textarea className="field" rows={5} placeholder="You are a sceptic." value={instructions} onChange={event => setInstructions(event.target.value)} /></label>
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Back</button>
          <button className="button primary" disabled={isBusy}>Make the agent</button>
        </footer>
      </form>
    </Dialog>
  )
}
