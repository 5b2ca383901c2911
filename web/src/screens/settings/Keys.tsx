import { useState } from 'react'
import { call } from '../../api/client'
import type { Key } from '../../api/generated'
import { Empty, ProblemBox } from '../../ui/states'
import { exact } from '../../ui/time'
import { Loaded } from './Loaded'
import { useChange, useSettings } from './settings'

/** Keys for programs. A secret is shown once, and then never again. */
export function Keys() {
  const settings = useSettings()
  const add = useChange((body: { name: string; models?: string[]; maxConcurrent?: number; perMinute?: number }) => call('addKey', { body }))
  const remove = useChange((id: string) => call('removeKey', { path: { id } }))
  const [name, setName] = useState('')
  const [models, setModels] = useState('')
  const [perMinute, setPerMinute] = useState('')
  const send = () => {
    const chosen = models.split(/[\s,]+/).filter(Boolean)
    add.mutate({ name: name.trim(), ...(chosen.length && { models: chosen }), ...(perMinute && { perMinute: Number(perMinute) }) }, { onSuccess: () => { setName(''); setModels(''); setPerMinute('') } })
  }
  return (
    <Loaded query={settings} rows={2}>
      {data => (
        <>
          {data.keys.length === 0 && <Empty>No key yet. Without one, only you can use the server.</Empty>}
          <ul className="entries">{data.keys.map(one => <Entry key={one.name} entry={one} onRemove={() => remove.mutate(one.name)} />)}</ul>
          {remove.error && <ProblemBox failure={remove.error} />}
          {add.data && <div className="secret" role="status"><p>The key of {add.data.name}. Copy it now: it is not shown again.</p><code className="path">{add.data.secret}</code><button className="button" onClick={() => void navigator.clipboard?.writeText(add.data.secret)}>Copy</button></div>}
          <form className="form" onSubmit={event => { event.preventDefault(); send() }}>
            <h3>A new key</h3>
            <label>Name<input className="field" required value={name} placeholder="my-editor" onChange={event => setName(event.target.value)} /></label>
            <div className="pair">
              <label>Only these models (empty: all)<input className="field" value={models} onChange={event => setModels(event.target.value)} /></label>
              <label>Calls a minute (empty: any)<input className="field" type="number" min={1} value={perMinute} onChange={event => setPerMinute(event.target.value)} /></label>
            </div>
            {add.error && <ProblemBox failure={add.error} />}
            <div><button className="button primary" disabled={add.isPending || !name.trim()}>Make a key</button></div>
          </form>
        </>
      )}
    </Loaded>
  )
}

function Entry(props: { entry: Key; onRemove: () => void }) {
  const { entry } = props
  const limits = [entry.models.length ? entry.models.join(', ') : 'all models', entry.perMinute ? `${entry.perMinute} a minute` : '', entry.maxConcurrent ? `${entry.maxConcurrent} at once` : '', `made ${exact(entry.created)}`]
  return (
    <li className="entry row">
      <span className="stack grow"><strong>{entry.name}</strong><span className="muted small">{limits.filter(Boolean).join(' · ')}</span></span>
      <button className="button quiet danger" onClick={props.onRemove} aria-label={`Revoke ${entry.name}`}>Revoke</button>
    </li>
  )
}
