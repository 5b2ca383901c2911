import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import type { Devices as Known } from '../../api/generated'
import { Empty, ProblemBox } from '../../ui/states'
import { oneLine } from '../../ui/text'
import { Ago, exact } from '../../ui/time'
import { Loaded } from './Loaded'
import { useChange } from './settings'

type Device = Known['devices'][number]

/** The browsers that were let in. One that is revoked has to be let in again. */
export function Devices() {
  const devices = useQuery({ queryKey: ['devices'], queryFn: ({ signal }) => call('listDevices', { signal }), staleTime: 0 })
  return (
    <Loaded query={devices} rows={2}>
      {({ devices: all, address }) => (
        <>
          {all.length === 0 ? <Empty>No browser was let in yet.</Empty> : <ul className="entries">{all.map(one => <Entry key={one.id} device={one} />)}</ul>}
          {address ? <Pair address={address} /> : <p className="muted small">Parley listens on this machine only. For a phone on your network run <code>parley up --lan</code> and scan the code it prints.</p>}
        </>
      )}
    </Loaded>
  )
}

/** Lets one more device in, by a code that is short and does not last. */
function Pair(props: { address: string }) {
  const pair = useMutation({ mutationFn: () => call('pairDevice', {}) })
  return (
    <div className="entry">
      <div className="row wrap"><span className="stack grow"><strong>Another device</strong><span className="muted small path">It opens {props.address}/pair and types the code.</span></span><button className="button" disabled={pair.isPending} onClick={() => pair.mutate()}>Make a code</button></div>
      {pair.data && <p className="answer" role="status"><strong className="mono">{pair.data.code}</strong> <span className="muted small path">or the link {pair.data.link}</span></p>}
      {pair.error && <ProblemBox failure={pair.error} />}
    </div>
  )
}

function Entry(props: { device: Device }) {
  const { device } = props
  const [name, setName] = useState(device.name)
  const [isNaming, setNaming] = useState(false)
  const revoke = useChange(() => call('revokeDevice', { path: { id: device.id } }))
  const rename = useChange(() => call('renameDevice', { path: { id: device.id }, body: { name: name.trim() } }))
  return (
    <li className="entry">
      <div className="row wrap">
        {isNaming
          ? <form className="row grow" onSubmit={event => { event.preventDefault(); rename.mutate(undefined, { onSuccess: () => setNaming(false) }) }}><input className="field" aria-label="Name of the device" autoFocus value={name} onChange={event => setName(event.target.value)} /><button className="button" disabled={!name.trim()}>Save</button></form>
          : <span className="stack grow"><strong>{oneLine(device.name, 80)}{device.isThis ? ' (this one)' : ''}</strong><span className="muted small">{device.isRemote ? 'on another machine, ' : ''}let in {exact(device.created)}, seen <Ago time={device.lastSeen} /></span></span>}
        {!isNaming && <button className="button quiet" onClick={() => setNaming(true)}>Rename</button>}
        <button className="button quiet danger" disabled={revoke.isPending} onClick={() => revoke.mutate(undefined)} aria-label={`Revoke ${device.name}`}>Revoke</button>
      </div>
      {(revoke.error ?? rename.error) && <ProblemBox failure={revoke.error ?? rename.error} />}
    </li>
  )
}
