import { sessionPath, go } from '../../actions/go'
import type { UsageTotals } from '../../api/generated'
import { ProviderSign, useProviderName } from '../../ui/Provider'
import { oneLine, projectName, tokens } from '../../ui/text'
import { addressOfFilters } from '../history/filters'
import { shown, valueOf, type Measure, type Used } from './figures'

const MOST = 100
/** What the server calls everything that belongs to no ticket. */
const NO_TICKET = '(no ticket)'

/** What each part used, the most first. A name leads to its sessions. */
export function UsageTable(props: { by: string; rows: Used[] | undefined; total: UsageTotals; measure: Measure }) {
  const measure = props.measure === 'cache' ? 'tokens' : props.measure
  const rows = [...(props.rows ?? [])].sort((a, b) => (props.by === 'day' ? b.name.localeCompare(a.name) : valueOf(measure, b) - valueOf(measure, a) || valueOf('tokens', b) - valueOf('tokens', a)))
  const most = Math.max(1e-9, ...rows.map(row => valueOf(measure, row)))
  return (
    <div className="usage-table" tabIndex={0} role="region" aria-label="Usage in figures">
      <table>
        <thead><tr><th scope="col">{props.by === 'provider' ? 'CLI' : props.by}</th><th scope="col" className="wide-only"><span className="hidden-text">Share</span></th><th scope="col">Money</th><th scope="col">In</th><th scope="col">Out</th><th scope="col">Cache</th><th scope="col" className="wide-only">Requests</th></tr></thead>
        <tbody>
          {!props.rows && Array.from({ length: 5 }, (_, at) => <tr key={at}><td colSpan={7}><div className="skeleton" style={{ width: `${60 - at * 8}%` }} /></td></tr>)}
          {rows.slice(0, MOST).map(row => (
            <tr key={row.name}>
              <th scope="row"><Name by={props.by} name={row.name} /></th>
              <td className="share wide-only"><span style={{ width: `${(valueOf(measure, row) / most) * 100}%` }} /></td>
              <td>{row.cost > 0 ? shown('money', row.cost) : row.unpricedTokens > 0 ? <span className="muted" title="This model has no price.">no price</span> : '$0.00'}</td>
              <td>{tokens(row.inputTokens)}</td>
              <td>{tokens(row.outputTokens)}</td>
              <td>{shown('cache', valueOf('cache', row))}</td>
              <td className="wide-only">{row.requests.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > MOST && <p className="muted small">And {(rows.length - MOST).toLocaleString()} more, which used less.</p>}
    </div>
  )
}

function Name(props: { by: string; name: string }) {
  const provider = useProviderName(props.name)
  const to = placeOf(props.by, props.name)
  if (props.name === NO_TICKET) return <span className="muted">Without a ticket</span>
  const text = props.by === 'provider' ? provider : props.by === 'project' ? projectName(props.name) : oneLine(props.name, 80)
  return (
    <a className="row" href={to} title={props.name} onClick={event => { event.preventDefault(); go(to) }}>
      {props.by === 'provider' && <ProviderSign id={props.name} />}
      <span className="cut">{text}</span>
    </a>
  )
}

function placeOf(by: string, name: string): string {
  if (by === 'session') return sessionPath(name)
  if (by === 'ticket') return `/t/${encodeURIComponent(name)}`
  if (by === 'day') return addressOfFilters({ from: name, to: name })
  return addressOfFilters({ [by]: name })
}
