import { useQuery } from '@tanstack/react-query'
import { go } from '../../actions/go'
import { perform } from '../../actions/registry'
import { call } from '../../api/client'
import { useProviders } from '../../api/queries'
import { ProviderSign } from '../../ui/Provider'
import { Skeleton } from '../../ui/states'
import { plural } from '../../ui/text'

/** Nothing is live: what was found on this machine, and how to begin. */
export function FirstStart() {
  const providers = useProviders()
  const found = useQuery({ queryKey: ['sessions', 'count'], queryFn: ({ signal }) => call('listSessions', { query: { limit: 1 }, signal }) })
  if (providers.isPending) return <Skeleton rows={3} />
  const here = (providers.data ?? []).filter(one => one.installed && one.id !== 'demo')
  const total = found.data?.total ?? 0
  return (
    <div className="empty">
      <h2>Nothing is running.</h2>
      {here.length > 0
        ? <p className="found">Found: {here.map(one => <span className="chip" key={one.id}><ProviderSign id={one.id} />{one.name}{one.version ? ` ${one.version}` : ''}</span>)}</p>
        : <p>No coding agent is installed here yet. The demo agent needs no key and no network: try it.</p>}
      {total > 0 && <p>{plural(total, 'session')} of your CLIs {total === 1 ? 'is' : 'are'} in the history: any of them can be resumed here.</p>}
      <div className="row">
        <button className="button primary" onClick={() => perform('new')}>Start a session <kbd>n</kbd></button>
        {total > 0 && <button className="button" onClick={() => go('/history')}>Open the history</button>}
      </div>
    </div>
  )
}
