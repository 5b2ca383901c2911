import { Plus, X } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { go } from '../../actions/go'
import { call } from '../../api/client'
import type { Permission } from '../../api/generated'
import { queries, useModels, useProjects, useProviders } from '../../api/queries'
import { kept } from '../../frame/kept'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'
import { racePath } from './races'
import './race.css'

interface Runner { provider: string; model: string }

const MOST = 8

/** The same task for several agents: what, where, who, and how to tell whether it is done. */
export function NewRace(props: { onClose: () => void }) {
  const providers = useProviders().data?.filter(one => one.installed) ?? []
  const projects = useProjects().data ?? []
  const models = (useModels().data ?? []).filter(one => !one.repository && !one.deprecated)
  const before = kept.read<{ project?: string; check?: string; judge?: string }>('race', {})
  const [task, setTask] = useState('')
  const [typed, setProject] = useState(before.project)
  const [check, setCheck] = useState(before.check ?? '')
  const [judge, setJudge] = useState(before.judge ?? '')
  const [permission, setPermission] = useState<Permission>('edit')
  const [chosen, setChosen] = useState<Runner[] | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const project = typed ?? projects[0]?.project ?? ''
  const first = providers.map(one => one.id)
  const runners = chosen ?? [0, 1].map(at => ({ provider: first[at] ?? first[0] ?? '', model: '' }))
  const change = (at: number, part: Partial<Runner>) => setChosen(runners.map((one, index) => (index === at ? { ...one, ...part } : one)))
  const start = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      const race = await call('startRace', { body: { project: project.trim(), task: task.trim(), models: runners.map(one => (one.model ? `${one.provider}:${one.model}` : one.provider)), check: check.trim() || undefined, judge: judge || undefined, permission } })
      kept.write('race', { project: project.trim(), check: check.trim(), judge })
      void queries.invalidateQueries({ queryKey: ['races'] })
      props.onClose()
      go(racePath(race.id))
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog label="New race" onClose={props.onClose}>
      <h2>New race</h2>
      <form className="form" onSubmit={event => void start(event)}>
        <p className="muted">Several agents do the same task, each in a checkout of its own. You compare what they did and take one.</p>
        <label>What to do<textarea className="field" rows={3} autoFocus required placeholder="Describe the work…" value={task} onChange={event => setTask(event.target.value)} /></label>
        <label>Repository<input className="field mono" list="race-projects" required spellCheck={false} placeholder="/path/to/repository" value={project} onChange={event => setProject(event.target.value)} /></label>
        <datalist id="race-projects">{projects.slice(0, 20).map(one => <option key={one.project} value={one.project} />)}</datalist>
        <fieldset className="race-runners">
          <legend>Agents</legend>
          {runners.map((one, at) => (
            <div className="row" key={at}>
              <select className="field" aria-label={`Agent ${at + 1}`} value={one.provider} onChange={event => change(at, { provider: event.target.value, model: '' })}>{providers.map(provider => <option key={provider.id} value={provider.id}>{provider.name}</option>)}</select>
              <select className="field" aria-label={`Model of agent ${at + 1}`} value={one.model} onChange={event => change(at, { model: event.target.value })}><option value="">Its usual model</option>{models.filter(model => model.provider === one.provider).map(model => <option key={model.name} value={model.cliName ?? model.name}>{model.name}</option>)}</select>
              <button type="button" className="button quiet icon" aria-label={`Without agent ${at + 1}`} disabled={runners.length < 2} onClick={() => setChosen(runners.filter((_, index) => index !== at))}><X size={14} /></button>
            </div>
          ))}
          <button type="button" className="button quiet race-more" disabled={runners.length >= MOST} onClick={() => setChosen([...runners, { provider: first.find(id => !runners.some(one => one.provider === id)) ?? first[0] ?? '', model: '' }])}><Plus size={14} aria-hidden="true" />One more</button>
        </fieldset>
        <div className="two">
          <label>Check (a command, may be empty)<input className="field mono" spellCheck={false} placeholder="npm test" value={check} onChange={event => setCheck(event.target.value)} /></label>
          <label>Freedom<select className="field" value={permission} onChange={event => setPermission(event.target.value as Permission)}><option value="ask">Asks before it changes anything</option><option value="edit">May edit files</option><option value="bypass">May do everything</option></select></label>
        </div>
        <label>Judge (a model that says which one it would take; you decide)<select className="field" value={judge} onChange={event => setJudge(event.target.value)}><option value="">No judge</option>{judge && !models.some(one => one.name === judge) && <option value={judge}>{judge}</option>}{models.map(one => <option key={one.name} value={one.name}>{one.name}</option>)}</select></label>
        {failure !== null && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button type="submit" className="button primary" disabled={isBusy || !task.trim() || !project.trim() || providers.length === 0}>Start the race</button>
        </footer>
      </form>
    </Dialog>
  )
}
