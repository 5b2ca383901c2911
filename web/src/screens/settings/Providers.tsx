import { useState } from 'react'
import { call } from '../../api/client'
import type { ProviderEntry } from '../../api/generated'
import { ProviderSign } from '../../ui/Provider'
import { ProblemBox } from '../../ui/states'
import { tidyPath } from '../../ui/text'
import { Loaded } from './Loaded'
import { useChange, useSettings } from './settings'

export function Providers() {
  return <Loaded query={useSettings()} rows={7}>{settings => <ul className="entries">{settings.providers.map(one => <Entry key={one.id} provider={one} />)}</ul>}</Loaded>
}

function Entry(props: { provider: ProviderEntry }) {
  const { provider } = props
  const [isOpen, setOpen] = useState(false)
  const change = useChange((body: { isEnabled?: boolean }) => call('setProvider', { path: { id: provider.id }, body }))
  const state = !provider.isEnabled ? 'switched off' : !provider.installed ? 'not installed' : provider.minimumVersionMet === false ? `${provider.version ?? ''} is too old, needs ${provider.minimumVersion ?? ''}` : (provider.version ?? 'installed')
  return (
    <li className="entry">
      <div className="row">
        <ProviderSign id={provider.id} />
        <span className="stack grow"><strong>{provider.name}</strong><span className="muted small cut">{state}</span></span>
        <button className="button quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>Details</button>
        <label className="switch">
          <input type="checkbox" role="switch" checked={(change.isPending ? change.variables.isEnabled : undefined) ?? provider.isEnabled} aria-label={`Use ${provider.name}`} onChange={event => change.mutate({ isEnabled: event.target.checked })} />
          <span aria-hidden="true" />
        </label>
      </div>
      {change.error && <ProblemBox failure={change.error} />}
      {isOpen && <Details provider={provider} />}
    </li>
  )
}

/** Where its program is and where it keeps its sessions: both as they are, and as they can be set. */
function Details(props: { provider: ProviderEntry }) {
  const { provider } = props
  const isOther = provider.chosenHome !== undefined && tidyPath(provider.chosenHome) !== tidyPath(provider.home)
  return (
    <div className="entry-more form">
      {!provider.installed && <p>Not found on the PATH. Install it with <code className="mono">{provider.install}</code>.</p>}
      <dl className="facts-list">
        <dt>Program</dt><dd className="mono small path">{provider.path ? tidyPath(provider.path) : '–'}</dd>
        <dt>Keeps its sessions in</dt><dd className="mono small path">{tidyPath(provider.home)}{provider.homeExists ? '' : ' (not there)'}</dd>
      </dl>
      <OneSetting id={provider.id} name="command" label="Command that starts it (empty: by its usual name)" value={provider.command ?? ''} placeholder={provider.id} />
      <OneSetting id={provider.id} name="home" label="Directory in which it keeps its sessions (empty: the usual one)" value={provider.chosenHome ?? ''} placeholder={tidyPath(provider.home)} later={isOther} />
    </div>
  )
}

function OneSetting(props: { id: string; name: 'command' | 'home'; label: string; value: string; placeholder: string; later?: boolean }) {
  const [value, setValue] = useState(props.value)
  const change = useChange((next: string) => call('setProvider', { path: { id: props.id }, body: { [props.name]: next } }))
  return (
    <form onSubmit={event => { event.preventDefault(); change.mutate(value.trim()) }}>
      <div className="row">
        <label className="grow">{props.label}<input className="field mono" value={value} placeholder={props.placeholder} spellCheck={false} autoCapitalize="off" onChange={event => setValue(event.target.value)} /></label>
        <button className="button form-end" aria-label={`Save the ${props.name}`} disabled={change.isPending || value.trim() === props.value}>Save</button>
      </div>
      {change.error && <ProblemBox failure={change.error} />}
      {(props.later || (props.later === false && change.isSuccess)) && <p className="muted small" role="status">It is used when Parley is started again. A variable of your shell that names another one goes before it.</p>}
    </form>
  )
}
