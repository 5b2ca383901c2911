import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import type { Permission, RepositoryModel } from '../../api/generated'
import { useProjects, useProviders } from '../../api/queries'
import { Dialog } from '../../ui/Dialog'
import { Empty, ProblemBox } from '../../ui/states'
import { oneLine, tidyPath } from '../../ui/text'
import { Loaded } from './Loaded'
import { useChange, useSettings } from './settings'

const PERMISSIONS: Permission[] = ['ask', 'edit', 'plan', 'bypass']

/** The entries of models.json: try one, change it, take it away. */
export function Models() {
  const [edited, setEdited] = useState<{ name: string; model?: RepositoryModel } | null>(null)
  return (
    <Loaded query={useSettings()}>
      {settings => {
        const entries = Object.entries(settings.models.entries) as [string, RepositoryModel][]
        return (
          <>
            {settings.models.problem && <div className="problem" role="alert"><strong>models.json cannot be read.</strong><span className="muted">{settings.models.problem}</span></div>}
            {entries.length === 0 && !settings.models.problem && <Empty title="No model of your own yet." action={<button className="button primary" onClick={() => setEdited({ name: '' })}>Add one</button>}>A model of yours is an agent in a repository. Any OpenAI client can use it by its name.</Empty>}
            <ul className="entries">{entries.map(([name, model]) => <Entry key={name} name={name} model={model} onEdit={() => setEdited({ name, model })} />)}</ul>
            {entries.length > 0 && <div><button className="button" onClick={() => setEdited({ name: '' })}>Add a model</button></div>}
            <p className="muted small path">{tidyPath(settings.models.file)}</p>
            {edited && <EditModel {...edited} onClose={() => setEdited(null)} />}
          </>
        )
      }}
    </Loaded>
  )
}

function Entry(props: { name: string; model: RepositoryModel; onEdit: () => void }) {
  const { name, model } = props
  const test = useMutation({ mutationFn: () => call('testModel', { path: { id: name } }) })
  const remove = useChange(() => call('removeModel', { path: { id: name } }))
  return (
    <li className="entry">
      <div className="row wrap">
        <span className="stack grow"><strong>{name}</strong><span className="muted small cut">{model.driver}{model.model ? ` · ${model.model}` : ''} · {tidyPath(model.repoPath)} · {model.permission ?? 'ask'}</span></span>
        <button className="button" disabled={test.isPending} onClick={() => test.mutate()}>{test.isPending ? 'Asking it…' : 'Test'}</button>
        <button className="button quiet" onClick={props.onEdit}>Edit</button>
        <button className="button quiet danger" disabled={remove.isPending} onClick={() => remove.mutate(undefined)}>Remove</button>
      </div>
      {test.data && (test.data.isFine
        ? <p className="answer" role="status">Answered in {test.data.seconds.toFixed(1)} s: {oneLine(test.data.text, 200) || 'nothing'}</p>
        : <div className="problem" role="alert"><strong>It did not answer.</strong><span className="muted">{oneLine(test.data.problem, 400)}</span></div>)}
      {(test.error ?? remove.error) && <ProblemBox failure={test.error ?? remove.error} />}
    </li>
  )
}

function EditModel(props: { name: string; model?: RepositoryModel; onClose: () => void }) {
  const providers = useProviders().data ?? []
  const projects = useProjects().data ?? []
  const [name, setName] = useState(props.name)
  const [model, setModel] = useState<RepositoryModel>(props.model ?? { driver: '', repoPath: '' })
  const driver = model.driver || providers.find(one => one.installed)?.id || ''
  const save = useChange(() => call('setModel', { path: { id: name.trim() }, body: { ...model, driver } }))
  const set = (change: Partial<RepositoryModel>) => setModel({ ...model, ...change })
  return (
    <Dialog label={props.name ? `Edit ${props.name}` : 'Add a model'} onClose={props.onClose}>
      <h2>{props.name ? `Edit ${props.name}` : 'Add a model'}</h2>
      <form className="form" onSubmit={event => { event.preventDefault(); save.mutate(undefined, { onSuccess: props.onClose }) }}>
        <label>Name<input className="field" required value={name} disabled={props.name !== ''} autoFocus={props.name === ''} onChange={event => setName(event.target.value)} /></label>
        <label>CLI<select className="field" value={driver} onChange={event => set({ driver: event.target.value })}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}{one.installed ? '' : ' (not installed)'}</option>)}</select></label>
        <label>Repository<input className="field mono" required list="model-repositories" value={model.repoPath} onChange={event => set({ repoPath: event.target.value })} /><datalist id="model-repositories">{projects.map(one => <option key={one.project} value={one.project} />)}</datalist></label>
        <label>Model (empty: the CLI’s own choice)<input className="field" value={model.model ?? ''} onChange={event => set({ model: event.target.value || undefined })} /></label>
        <label>It may<select className="field" value={model.permission ?? 'ask'} onChange={event => set({ permission: event.target.value as Permission })}>{PERMISSIONS.map(one => <option key={one}>{one}</option>)}</select></label>
        <label className="line"><input type="checkbox" checked={model.worktree ?? false} onChange={event => set({ worktree: event.target.checked })} /> Each call in a checkout of its own</label>
        {save.error && <ProblemBox failure={save.error} />}
        <footer><button type="button" className="button" onClick={props.onClose}>Cancel</button><button className="button primary" disabled={save.isPending}>Save</button></footer>
      </form>
    </Dialog>
  )
}
