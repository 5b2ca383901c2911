import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/ask'
import { Refusal } from '../../api/client'
import { Empty, ProblemBox } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { Ago, exact } from '../../ui/time'
import { Loaded } from './Loaded'
import { useChange } from './settings'

interface Device { id: string; name: string; created: string; lastSeen?: string; isThis?: boolean }

/** The browsers that were let in. One that is revoked has to be let in again. */
export function Devices() {
  const devices = useQuery({ queryKey: ['devices'], queryFn: ({ signal }) => ask<{ devices: Device[] }>('GET', '/api/devices', undefined, signal), retry: false, staleTime: 0 })
  if (devices.error instanceof Refusal && devices.error.problem.status === 404) return <Empty>This Parley listens on this machine only, and every browser here that opened a link may come in.</Empty>
  return (
    <Loaded query={devices} rows={2}>
      {({ devices: all }) => all.length === 0 ? <Empty>No browser was let in from another device.</Empty> : <ul className="entries">{all.map(one => <Entry key={one.id} device={one} />)}</ul>}
    </Loaded>
  )
}

function Entry(props: { device: Device }) {
  const { device } = props
  const [name, setName] = useState(device.name)
  const [isNaming, setNaming] = useState(false)
  const revoke = useChange(() => ask('POST', `/api/devices/${encodeURIComponent(device.id)}/revoke`))
  const rename = useChange(() => ask('POST', `/api/devices/${encodeURIComponent(device.id)}/rename`, { name: name.trim() }))
  return (
    <li className="entry">
      <div className="row wrap">
        {isNaming
          ? <form className="row grow" onSubmit={event => { event.preventDefault(); rename.mutate(undefined, { onSuccess: () => setNaming(false) }) }}><input className="field" aria-label="Name of the device" autoFocus value={name} onChange={event => setName(event.target.value)} /><button className="button" disabled={!name.trim()}>Save</button></form>
          : <span className="stack grow"><strong>{oneLine(device.name, 80)}{device.isThis ? ' (this one)' : ''}</strong><span className="muted small">let in {exact(device.created)}{device.lastSeen && <>, seen <Ago time={device.lastSeen} /></>}</span></span>}
        {!isNaming && <button className="button quiet" onClick={() => setNaming(true)}>Rename</button>}
        <button className="button quiet danger" disabled={revoke.isPending} onClick={() => revoke.mutate(undefined)} aria-label={`Revoke ${device.name}`}>Revoke</button>
      </div>
      {(revoke.error ?? rename.error) && <ProblemBox failure={revoke.error ?? rename.error} />}
    </li>
  )
}
