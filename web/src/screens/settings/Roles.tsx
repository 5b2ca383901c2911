import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/client'
import { Empty } from '../../ui/states'
import { Loaded } from './Loaded'
import { useSettings } from './settings'

/** Each role and its words. They are files; a project can have its own. */
export function Roles() {
  return (
    <Loaded query={useSettings()}>
      {settings => settings.roles.length === 0
        ? <Empty>No roles.</Empty>
        : <ul className="entries">{settings.roles.map(one => <Role key={one} name={one} />)}</ul>}
    </Loaded>
  )
}

function Role(props: { name: string }) {
  const [isOpen, setOpen] = useState(false)
  const role = useQuery({ queryKey: ['role', props.name], queryFn: ({ signal }) => call('getRole', { path: { id: props.name }, signal }), enabled: isOpen })
  return (
    <li className="entry">
      <div className="row"><strong className="grow">{props.name}</strong><button className="button quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>{isOpen ? 'Hide' : 'Read'}</button></div>
      {isOpen && <Loaded query={role} rows={2}>{({ text }) => <pre className="role-text" tabIndex={0}>{text}</pre>}</Loaded>}
    </li>
  )
}
