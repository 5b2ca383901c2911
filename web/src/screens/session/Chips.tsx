import { useQuery } from '@tanstack/react-query'
import { GitBranch } from 'lucide-react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import type { LiveAction, Permission } from '../../api/generated'
import { useModels } from '../../api/queries'
import { useProviderName } from '../../ui/Provider'
import { report } from '../../ui/report'
import { WorktreeChip } from '../worktree/WorktreeChip'
import type { Now } from './now'

export const MODES: Record<Permission, string> = { ask: 'asks first', edit: 'may edit', plan: 'plans only', bypass: 'may do everything' }

/** What the CLI tells of a live session: its commands, models and how full its context is. */
export function useCommands(ref: string | undefined, isOn: boolean) {
  return useQuery({ queryKey: ['commands', ref], queryFn: ({ signal }) => call('getOffer', { path: { ref: ref ?? '' }, signal }), enabled: isOn && ref !== undefined, retry: false, staleTime: 60_000 })
}

/** Model, mode, branch. What can be switched is a list, what cannot is text. */
export function Chips(props: { now: Now }) {
  const { now } = props
  const { live, facts } = now
  const act = (action: LiveAction) => { if (now.liveId) call('act', { path: { id: now.liveId }, body: action }).catch(report) }
  const can = (name: string) => live?.capabilities?.includes(name) ?? false
  const told = useCommands(now.ref, live !== undefined).data
  const model = live?.model ?? facts.models.at(-1)
  return (
    <>
      {live && can('MODEL_SWITCH') && !now.isElsewhere
        ? <ModelChip now={now} model={model} told={told?.models} act={act} />
        : model && <span className="chip" title="Model"><span className="cut">{model}</span></span>}
      {live && (can('MODE_SWITCH') && !now.isElsewhere
        ? (
          <select className="chip" aria-label="What the agent may do" value={live.permission} onChange={event => act({ type: 'switchMode', permission: event.target.value as Permission })}>
            {(Object.keys(MODES) as Permission[]).map(mode => <option key={mode} value={mode}>{MODES[mode]}</option>)}
          </select>
        )
        : <span className="chip" title="What the agent may do">{MODES[live.permission]}</span>)}
      <Moved words="from" other={facts.movedFrom} />
      <Moved words="goes on in" other={facts.movedTo} />
      {facts.gitBranch && <span className="chip" title="Branch"><GitBranch size={12} aria-hidden="true" /><span className="cut">{facts.gitBranch}</span></span>}
      <WorktreeChip directory={facts.cwd ?? live?.cwd} />
      {told?.context?.percent !== undefined && <span className="small muted" title="How full the context is">{told.context.percent}%</span>}
    </>
  )
}

/** The other end of a conversation that was brought from one CLI to another. */
function Moved(props: { words: string; other?: string }) {
  const { other } = props
  const name = useProviderName(other?.split(':')[0] ?? '')
  if (!other) return null
  return <a className="chip" href={sessionPath(other)} title={other} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(sessionPath(other)) } }}><span className="cut">{props.words} {name}</span></a>
}

function ModelChip(props: { now: Now; model: string | undefined; told?: { id: string; name?: string }[]; act: (action: LiveAction) => void }) {
  const known = (useModels().data ?? []).filter(one => one.provider === props.now.facts.provider && !one.repository && !one.deprecated).map(one => ({ id: one.cliName ?? one.name, name: one.name }))
  const all = props.told?.length ? props.told : known
  const isListed = all.some(one => one.id === props.model)
  return (
    <select className="chip" aria-label="Model" value={props.model ?? ''} onChange={event => props.act({ type: 'switchModel', model: event.target.value })}>
      {!isListed && <option value={props.model ?? ''}>{props.model ?? 'its usual model'}</option>}
      {all.map(one => <option key={one.id} value={one.id}>{one.name ?? one.id}</option>)}
    </select>
  )
}
