import { useState, type FormEvent } from 'react'
import { go } from '../../actions/go'
import { call } from '../../api/client'
import type { NewRoom } from '../../api/generated'
import { queries, useProjects, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'
import { oneLine, projectName } from '../../ui/text'
import { NewAgent } from './NewAgent'
import { MODES, roomPath, useAgents, useTemplates, type Mode } from './rooms'

/** A room of a template, or of agents in the order in which they are chosen. */
export function NewRoomDialog(props: { onClose: () => void }) {
  const agents = useAgents()
  const templates = useTemplates().data ?? []
  const providers = (useProviders().data ?? []).filter(one => one.installed)
  const projects = useProjects().data ?? []
  const [template, setTemplate] = useState('')
  const [name, setName] = useState('')
  const [topic, setTopic] = useState('')
  const [mode, setMode] = useState<Mode>('free')
  const [chosen, setChosen] = useState<string[]>([])
  const [provider, setProvider] = useState('')
  const [project, setProject] = useState('')
  const [budget, setBudget] = useState('')
  const [isAgentAsked, setAgentAsked] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const ready = templates.find(one => one.name === template)
  const answerer = provider || providers[0]?.id
  const toggle = (agent: string) => setChosen(before => (before.includes(agent) ? before.filter(one => one !== agent) : [...before, agent]))
  const make = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const wanted: NewRoom = {
      name: name.trim() || undefined, topic: topic.trim() || undefined, project: project.trim() || undefined,
      ...(ready ? { template: ready.name, provider: answerer } : { agents: chosen, mode }),
      ...(Number(budget) > 0 && { limits: { budgetUsd: Number(budget) } }),
    }
    call('makeRoom', { body: wanted }).then(
      room => { void queries.invalidateQueries({ queryKey: ['rooms'] }); void queries.invalidateQueries({ queryKey: ['agents'] }); props.onClose(); go(roomPath(room.name)) },
      (refused: unknown) => { setFailure(refused); setBusy(false) },
    )
  }
  if (isAgentAsked) return <NewAgent onClose={() => setAgentAsked(false)} onMade={agent => { setChosen(before => [...before.filter(one => one !== agent), agent]); setAgentAsked(false) }} />
  return (
    <Dialog label="Make a room" onClose={props.onClose}>
      <h2>Make a room</h2>
      <form className="form" onSubmit={make}>
        <label>From
          <select className="field" value={template} onChange={event => setTemplate(event.target.value)}>
            <option value="">Agents that I choose</option>
            {templates.map(one => <option key={one.name} value={one.name}>{oneLine(one.title, 80)}</option>)}
          </select>
        </label>
        <div className="room-pair">
          <label>Name<input className="field" autoFocus required={!ready} pattern="[a-z0-9][a-z0-9_\-]{0,39}" title="Small letters, digits, - and _" maxLength={40} placeholder={ready?.name ?? 'talk'} value={name} onChange={event => setName(event.target.value)} /></label>
          {ready
            ? <label>Who answers<select className="field" value={answerer ?? ''} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
            : <label>The room<select className="field" value={mode} onChange={event => setMode(event.target.value as Mode)}>{Object.entries(MODES).map(([id, title]) => <option key={id} value={id}>{title}</option>)}</select></label>}
        </div>
        <label>Topic<input className="field" placeholder={ready?.topic ?? 'What it is about'} value={topic} onChange={event => setTopic(event.target.value)} /></label>
        {ready && <p className="small muted">{ready.agents.map(one => oneLine(String(one['name'] ?? ''), 40)).join(', ')}; the room {MODES[ready.mode]}.</p>}
        {!ready && (
          <fieldset className="room-choice">
            <legend className="small muted">Agents, in turn order</legend>
            {agents.error && !agents.data && <ProblemBox failure={agents.error} retry={() => void agents.refetch()} />}
            {agents.data?.length === 0 && <p className="muted small">There is no agent yet. Make the first one.</p>}
            {agents.data?.map(one => (
              <label className="line" key={one.name}>
                <input type="checkbox" checked={chosen.includes(one.name)} onChange={() => toggle(one.name)} />
                <span>{oneLine(one.name, 40)}</span>
                <span className="small muted cut grow">{oneLine(one.model ?? one.provider, 40)} {oneLine(one.instructions, 80)}</span>
                {chosen.includes(one.name) && <span className="chip">{chosen.indexOf(one.name) + 1}</span>}
              </label>
            ))}
            <button type="button" className="button" onClick={() => setAgentAsked(true)}>New agent…</button>
          </fieldset>
        )}
        <div className="room-pair">
          <label>Repository they may read
            <input className="field mono" list="room-projects" placeholder="none" value={project} onChange={event => setProject(event.target.value)} />
            <datalist id="room-projects">{projects.map(one => <option key={one.project} value={one.project}>{projectName(one.project)}</option>)}</datalist>
          </label>
          <label>Pause after dollars<input className="field" type="number" min="0" step="0.01" placeholder="no budget" value={budget} onChange={event => setBudget(event.target.value)} /></label>
        </div>
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button className="button primary" disabled={isBusy || (!ready && chosen.length === 0)}>Make the room</button>
        </footer>
      </form>
    </Dialog>
  )
}
