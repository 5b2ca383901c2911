import { Plus, X } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { Provider } from '../../api/generated'
import { ProblemBox } from '../../ui/states'
import { oneLine } from '../../ui/text'
import type { TypedServer } from './servers'

/** What an agent has beside its instructions. */
export interface Extras {
  effort: string
  home: 'own' | 'user'
  tools: readonly string[]
  servers: readonly TypedServer[]
}

/** How much it thinks, what it may call, and what it finds of the user's. Only an agent on a CLI has any of it. */
export function AgentExtras(props: { provider: Provider | undefined; extras: Extras; onChange: (extras: Extras) => void }) {
  const { provider, extras } = props
  const set = (change: Partial<Extras>) => props.onChange({ ...extras, ...change })
  const efforts = provider?.liveEfforts ?? []
  const hasAny = extras.effort !== '' || extras.home === 'user' || extras.tools.length > 0 || extras.servers.length > 0
  return (
    <details className="room-extras" open={hasAny}>
      <summary>Effort, tools and MCP servers</summary>
      <div className="form">
        <div className="room-pair">
          <label>Reasoning effort
            <select className="field" value={extras.effort} onChange={event => set({ effort: event.target.value })}>
              <option value="">{efforts.length > 0 || !provider ? 'its own' : 'not possible there'}</option>
              {efforts.map(one => <option key={one}>{one}</option>)}
              {extras.effort && !efforts.includes(extras.effort) && <option>{oneLine(extras.effort, 40)}</option>}
            </select>
          </label>
          <label>Settings it finds
            <select className="field" value={extras.home} onChange={event => set({ home: event.target.value === 'user' ? 'user' : 'own' })}>
              <option value="own">none of mine</option>
              <option value="user">all of mine</option>
            </select>
          </label>
        </div>
        <ToolChoice chosen={extras.tools} onChange={tools => set({ tools })} />
        <ServerFields servers={extras.servers} onChange={servers => set({ servers })} />
      </div>
    </details>
  )
}

function ToolChoice(props: { chosen: readonly string[]; onChange: (tools: string[]) => void }) {
  const { chosen } = props
  const offered = useQuery({ queryKey: ['tools'], queryFn: ({ signal }) => call('listTools', { signal }), staleTime: 0 })
  const known = (offered.data?.tools ?? []).filter(one => one.problem === undefined)
  // A project has tools of its own, and groups have names, too: what was chosen is never lost.
  const others = chosen.filter(name => !known.some(one => one.name === name))
  const toggle = (name: string) => props.onChange(chosen.includes(name) ? chosen.filter(one => one !== name) : [...chosen, name])
  return (
    <fieldset className="room-choice room-tools">
      <legend className="small muted">Tools of Parley that it may call</legend>
      {offered.error && !offered.data && <ProblemBox failure={offered.error} retry={() => void offered.refetch()} />}
      {known.map(one => <Tool key={one.name} name={one.name} about={one.description ?? ''} isChosen={chosen.includes(one.name)} onToggle={toggle} />)}
      {others.map(name => <Tool key={name} name={name} about="not known outside of a project" isChosen onToggle={toggle} />)}
    </fieldset>
  )
}

function Tool(props: { name: string; about: string; isChosen: boolean; onToggle: (name: string) => void }) {
  return (
    <label className="line" title={oneLine(props.about, 400)}>
      <input type="checkbox" checked={props.isChosen} onChange={() => props.onToggle(props.name)} />
      <span className="mono">{oneLine(props.name, 60)}</span>
      <span className="small muted cut grow">{oneLine(props.about, 120)}</span>
    </label>
  )
}

function ServerFields(props: { servers: readonly TypedServer[]; onChange: (servers: TypedServer[]) => void }) {
  const { servers } = props
  const set = (at: number, change: Partial<TypedServer>) => props.onChange(servers.map((one, place) => (place === at ? { ...one, ...change } : one)))
  return (
    <fieldset className="room-choice">
      <legend className="small muted">MCP servers of its own</legend>
      {servers.map((one, at) => (
        <div className="room-server" key={at} role="group" aria-label={`MCP server ${at + 1}`}>
          <label>Name<input className="field" required pattern="[a-z0-9][a-z0-9_\-]{0,19}" title="Up to 20 small letters, digits, - and _" placeholder="docs" value={one.name} onChange={event => set(at, { name: event.target.value })} /></label>
          <label>Command or address<input className="field mono" required placeholder="npx -y some-mcp-server" value={one.where} onChange={event => set(at, { where: event.target.value })} /></label>
          <button type="button" className="button quiet icon" aria-label={`Remove MCP server ${at + 1}`} title="Remove it" onClick={() => props.onChange(servers.filter(other => other !== one))}><X size={14} /></button>
          <label className="wide">{/^https?:/i.test(one.where) ? 'Headers' : 'Variables'}, one a line<textarea className="field mono" rows={2} placeholder={/^https?:/i.test(one.where) ? 'Authorization: Bearer ${WIKI_KEY}' : 'KEY=${DOCS_KEY}'} value={one.values} onChange={event => set(at, { values: event.target.value })} /></label>
        </div>
      ))}
      {servers.length > 0 && <p className="small muted">{'${NAME} stands for a variable of the environment Parley was started with, so that no secret is stored.'}</p>}
      <button type="button" className="button" onClick={() => props.onChange([...servers, { name: '', where: '', values: '' }])}><Plus size={14} /> Add an MCP server</button>
    </fieldset>
  )
}
