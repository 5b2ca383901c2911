import { useQueries } from '@tanstack/react-query'
import { call } from '../../api/client'
import { live } from '../../stream/live'
import { ProviderSign, useProviderName } from '../../ui/Provider'
import { useStore } from '../../ui/store'
import { exact } from '../../ui/time'

interface Window { name: string; usedPercent: number; resetsAt?: string }

/** How much of its limits a CLI has used, where it tells that: asked of the newest live session of each. */
export function Quotas() {
  const sessions = useStore(live, value => value.sessions)
  const newest = new Map<string, string>()
  for (const session of [...sessions.values()].sort((a, b) => a.updatedAt.localeCompare(b.updatedAt))) newest.set(session.provider, session.id)
  const pairs = [...newest]
  const answers = useQueries({
    queries: pairs.map(([, id]) => ({
      queryKey: ['quota', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => call('getOffer', { path: { ref: id }, signal }),
      retry: false,
    })),
  })
  const told = pairs.map(([provider], at) => ({ provider, windows: answers[at]?.data?.quota ?? [] })).filter(one => one.windows.length > 0)
  return (
    <section className="quotas" aria-label="Limits">
      <h2>Limits</h2>
      {told.length === 0 && <p className="muted small">No CLI has told its limits. Some do while a session of theirs is live.</p>}
      {told.map(one => <ProviderQuota key={one.provider} {...one} />)}
    </section>
  )
}

function ProviderQuota(props: { provider: string; windows: Window[] }) {
  const name = useProviderName(props.provider)
  return (
    <div className="quota">
      <h3 className="row"><ProviderSign id={props.provider} /> {name}</h3>
      {props.windows.map(one => (
        <div key={one.name} className="row">
          <span className="quota-name">{one.name}</span>
          <meter min={0} max={100} high={80} optimum={0} value={one.usedPercent} aria-label={`${name}, ${one.name}`} />
          <span>{Math.round(one.usedPercent)} %</span>
          {one.resetsAt && <span className="muted small">begins anew {exact(one.resetsAt)}</span>}
        </div>
      ))}
    </div>
  )
}
