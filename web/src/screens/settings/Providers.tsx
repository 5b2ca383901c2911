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
  const [command, setCommand] = useState(provider.command ?? '')
  const change = useChange((body: { isEnabled?: boolean; command?: string }) => call('setProvider', { path: { id: provider.id }, body }))
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
      {isOpen && (
        <div className="entry-more form">
          {!provider.installed && <p>Not found on the PATH. Install it with <code className="mono">{provider.install}</code>.</p>}
          <dl className="facts-list">
            <dt>Program</dt><dd className="mono small path">{provider.path ? tidyPath(provider.path) : '–'}</dd>
            <dt>Keeps its sessions in</dt><dd className="mono small path">{tidyPath(provider.home)}{provider.homeExists ? '' : ' (not there)'}</dd>
          </dl>
          <form className="row" onSubmit={event => { event.preventDefault(); change.mutate({ command: command.trim() }) }}>
            <label className="grow">Command that starts it (empty: by its usual name)<input className="field mono" value={command} placeholder={provider.id} onChange={event => setCommand(event.target.value)} /></label>
            <button className="button form-end" disabled={change.isPending || command.trim() === (provider.command ?? '')}>Save</button>
          </form>
        </div>
      )}
    </li>
  )
}
