import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { Empty, ProblemBox } from '../../ui/states'
import { DayChart } from './DayChart'
import { Quotas } from './Quotas'
import { UsageTable } from './UsageTable'
import { added, allDays, MEASURES, shownOf, type Measure } from './figures'
import './usage.css'

const RANGES = [['7d', '7 days'], ['30d', '30 days'], ['90d', '90 days'], ['365d', 'A year'], ['all', 'Everything']] as const
const GROUPS = [['provider', 'CLI'], ['model', 'Model'], ['project', 'Project'], ['ticket', 'Ticket'], ['day', 'Day'], ['session', 'Session']] as const
type Range = (typeof RANGES)[number][0]
type Group = (typeof GROUPS)[number][0]

/** What all CLIs used: money, tokens, and how much of it came from a cache. */
export function Usage() {
  const said = new URLSearchParams(useSearch())
  const range = (RANGES.find(([id]) => id === said.get('range'))?.[0] ?? '30d') as Range
  const by = (GROUPS.find(([id]) => id === said.get('by'))?.[0] ?? 'provider') as Group
  const measure = (MEASURES.find(([id]) => id === said.get('show'))?.[0] ?? 'money') as Measure
  const show = (change: Partial<{ range: string; by: string; show: string }>) => go(`/usage?${new URLSearchParams({ range, by, show: measure, ...change })}`, { replace: true })
  const days = useUsage('day', range)
  const parts = useUsage(by, range)
  useSubject('Usage')
  useActions(MEASURES.map(([id, title], at) => ({ id: `usage.${id}`, title: `Show ${title.toLowerCase()}`, group: 'Usage', keys: [String(at + 1)], run: () => show({ show: id }) })))
  const total = added(days.data?.usage ?? [])
  const failure = days.error ?? parts.error
  return (
    <Columns>
      <header className="head usage-head">
        <h1>Usage</h1>
        <select className="chip" aria-label="Time" value={range} onChange={event => show({ range: event.target.value })}>{RANGES.map(([id, title]) => <option key={id} value={id}>{title}</option>)}</select>
      </header>
      <div className="scroll usage" tabIndex={0}>
        {failure && <ProblemBox failure={failure} retry={() => { void days.refetch(); void parts.refetch() }} />}
        {days.data && days.data.usage.length === 0 && days.data.isComplete
          ? <Empty title="Nothing was used in this time.">As soon as a CLI answers, here is what it cost, by day, model and project.</Empty>
          : <>
              <div className="figures" role="group" aria-label="What the chart shows">
                {MEASURES.map(([id, title]) => (
                  <button key={id} className="figure" aria-pressed={id === measure} onClick={() => show({ show: id })}>
                    <span className="muted small">{title}</span>
                    <strong>{days.data ? shownOf(id, total) : '–'}</strong>
                  </button>
                ))}
                <div className="figure"><span className="muted small">Requests</span><strong>{days.data ? total.requests.toLocaleString() : '–'}</strong></div>
              </div>
              <DayChart days={days.data ? allDays(days.data.usage) : undefined} measure={measure} />
              <div className="usage-tabs" role="group" aria-label="Add up by">
                {GROUPS.map(([id, title]) => <button key={id} className="chip" aria-pressed={id === by} onClick={() => show({ by: id })}>{title}</button>)}
              </div>
              <UsageTable by={by} rows={parts.data?.by === by ? parts.data.usage : undefined} total={total} measure={measure} />
              {(days.data?.unpricedModels.length ?? 0) > 0 && <p className="muted small">Without a price, and not in the money: {days.data!.unpricedModels.join(', ')}. Prices of your own go into <span className="mono">prices.json</span>.</p>}
              {days.data && !days.data.isComplete && <p className="muted small" role="status">Still reading what the CLIs left; the figures grow.</p>}
              <Quotas />
            </>}
      </div>
    </Columns>
  )
}

function useUsage(by: Group, range: Range) {
  return useQuery({
    queryKey: ['usage', by, range],
    queryFn: ({ signal }) => call('getUsage', { query: { by, since: range === 'all' ? undefined : range }, signal }),
    placeholderData: keepPreviousData,
  })
}
