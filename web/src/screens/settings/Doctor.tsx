import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { call } from '../../api/client'
import { oneLine, tidyPath } from '../../ui/text'
import { Loaded } from './Loaded'

/** Looks at everything Parley needs, now. */
export function Doctor() {
  const doctor = useQuery({ queryKey: ['doctor'], queryFn: ({ signal }) => call('getDoctor', { signal }), staleTime: 0 })
  return (
    <>
      <Loaded query={doctor} rows={6}>
        {({ providers, findings }) => (
          <>
            <h3>This machine</h3>
            <ul className="entries">{findings.map(one => <Finding key={one.name} isFine={one.ok} name={one.name} detail={one.detail} />)}</ul>
            <h3>CLIs</h3>
            <ul className="entries">
              {providers.map(one => {
                const isOld = one.minimumVersionMet === false
                return <Finding key={one.id} isFine={one.installed && !isOld} name={one.name} detail={one.installed ? `${one.version ?? ''} ${isOld ? `is too old: ${one.minimumVersion ?? ''} or newer is needed` : ''} ${tidyPath(one.path ?? '')}` : `Not installed. ${one.install}`} />
              })}
            </ul>
          </>
        )}
      </Loaded>
      <div><button className="button" disabled={doctor.isFetching} onClick={() => void doctor.refetch()}>{doctor.isFetching ? 'Looking…' : 'Look again'}</button></div>
    </>
  )
}

function Finding(props: { isFine: boolean; name: string; detail: string }) {
  return (
    <li className="entry row">
      <span className={`finding ${props.isFine ? 'fine' : 'missing'}`}>{props.isFine ? <CircleCheck size={16} aria-hidden="true" /> : <TriangleAlert size={16} aria-hidden="true" />}<span className="hidden-text">{props.isFine ? 'Fine:' : 'Missing:'}</span></span>
      <strong className="finding-name">{props.name}</strong>
      <span className="muted small grow path">{oneLine(props.detail, 300)}</span>
    </li>
  )
}
