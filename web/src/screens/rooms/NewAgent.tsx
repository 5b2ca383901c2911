import { useState, type FormEvent } from 'react'
import { call } from '../../api/client'
import type { RoomAgent } from '../../api/generated'
import { queries, useModels, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { AgentExtras, type Extras } from './AgentExtras'
import { serversOf, typedServers } from './servers'

/** An agent: a name, who answers for it, and who it is. With `agent` that one is changed. */
export function NewAgent(props: { agent?: RoomAgent | undefined; onMade: (name: string) => void; onClose: () => void }) {
  const { agent } = props
  const providers = (useProviders().data ?? []).filter(one => one.installed)
  const [name, setName] = useState(agent?.name ?? '')
  const [provider, setProvider] = useState(agent && (agent.provider ?? ''))
  const [model, setModel] = useState(agent?.model ?? '')
  const [avatar, setAvatar] = useState(agent?.avatar ?? '')
  const [instructions, setInstructions] = useState(agent?.instructions ?? '')
  const [extras, setExtras] = useState<Extras>(() => ({ effort: agent?.effort ?? '', home: agent?.home ?? 'own', tools: agent?.tools ?? [], servers: typedServers(agent?.mcpServers) }))
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const chosen = provider ?? providers[0]?.id ?? ''
  const models = (useModels().data ?? []).filter(one => !chosen || one.provider === chosen)
  const make = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(undefined)
    const refuse = (refused: unknown) => { setFailure(refused); setBusy(false) }
    try {
      const more = { tools: [...extras.tools], effort: extras.effort || undefined, home: extras.home, mcpServers: serversOf(extras.servers) }
      call('putAgent', { path: { id: name }, body: { ...more, instructions, provider: chosen || undefined, model: model.trim() || undefined, avatar: avatar.trim() || undefined } }).then(
        made => queries.invalidateQueries({ queryKey: ['agents'] }).then(() => props.onMade(made.name)),
        refuse,
      )
    } catch (mistyped) {
      refuse(mistyped)
    }
  }
  const title = agent ? `Change ${oneLine(agent.name, 40)}` : 'New agent'
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      {agent && agent.source !== 'record' && <p className="small muted">It is a file: {oneLine(agent.source, 300)}. Change it there.</p>}
      <form className="form" onSubmit={make}>
        <div className="room-pair">
          <label>Name<input className="field" autoFocus={!agent} readOnly={agent !== undefined} required pattern="[a-z0-9][a-z0-9_\-]{0,39}" title="Small letters, digits, - and _" maxLength={40} placeholder="ada" value={name} onChange={event => setName(event.target.value)} /></label>
          <label>Sign<input className="field" maxLength={8} placeholder="a character or two" value={avatar} onChange={event => setAvatar(event.target.value)} /></label>
        </div>
        <div className="room-pair">
          <label>CLI<select className="field" value={chosen} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}{chosen && !providers.some(one => one.id === chosen) && <option value={chosen}>{oneLine(chosen, 40)}</option>}<option value="">By the model</option></select></label>
          <label>Model<input className="field" list="agent-models" required={!chosen} placeholder={chosen ? 'its own' : 'name of the model'} value={model} onChange={event => setModel(event.target.value)} />
            <datalist id="agent-models">{models.map(one => <option key={`${one.provider} ${one.name}`} value={one.name} />)}</datalist>
          </label>
        </div>
        <label>Instructions<textarea className="field" rows={5} placeholder="You are a sceptic." value={instructions} onChange={event => setInstructions(event.target.value)} /></label>
        <AgentExtras provider={providers.find(one => one.id === chosen)} extras={extras} onChange={setExtras} />
        {agent && <p className="small muted">Other instructions or tools begin a new thread in each of its rooms, with the history.</p>}
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>{agent ? 'Cancel' : 'Back'}</button>
          <button className="button primary" disabled={isBusy || (agent !== undefined && agent.source !== 'record')}>{agent ? 'Save' : 'Make the agent'}</button>
        </footer>
      </form>
    </Dialog>
  )
}
