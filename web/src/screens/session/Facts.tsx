import { exact } from '../../ui/time'
import { money } from '../../ui/text'
import { useProviderName } from '../../ui/Provider'
import { MODES } from './Chips'
import type { Now } from './now'

/** Everything that is known about a session, in one table. */
export function FactsTab(props: { now: Now }) {
  const { facts, live } = props.now
  const provider = useProviderName(facts.provider)
  const usage = facts.usage
  const lines: [string, string | number | undefined][] = [
    ['Agent', `${provider}${facts.version ? ` ${facts.version}` : ''}`],
    ['Models', facts.models.join(', ') || live?.model],
    ['Directory', facts.cwd],
    ['Project', facts.project],
    ['Branch', facts.gitBranch],
    ['Began', exact(facts.started ?? live?.createdAt)],
    ['Last change', exact(facts.updated ?? live?.updatedAt)],
    ['Prompts', facts.prompts],
    ['Requests', usage?.requests || undefined],
    ['Tokens read', usage?.inputTokens ? usage.inputTokens.toLocaleString() : undefined],
    ['of them from a cache', usage?.cachedTokens ? usage.cachedTokens.toLocaleString() : undefined],
    ['Tokens written', usage?.outputTokens ? usage.outputTokens.toLocaleString() : undefined],
    ['of them thinking', usage?.reasoningTokens ? usage.reasoningTokens.toLocaleString() : undefined],
    ['Cost', money(usage?.cost)],
    ['Id in Parley', facts.liveId],
    ['Id of the CLI', facts.key],
    ['Started by', facts.parent],
    ['Forked from', facts.forkedFrom],
    ['Goes on from', facts.movedFrom],
    ['Goes on in', facts.movedTo],
    ['Process', live ? (live.isWarm ? 'up: the next turn starts at once' : 'not running: the next turn starts it') : undefined],
    ['The agent', live && MODES[live.permission]],
    ['Can', live?.capabilities?.map(one => one.toLowerCase().replaceAll('_', ' ')).join(', ')],
    ['Lines that could not be read', facts.skippedLines || undefined],
  ]
  return (
    <div className="scroll facts-tab" tabIndex={0}>
      <dl className="facts wide-facts">
        {lines.filter(([, value]) => value !== undefined && value !== '').map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
      </dl>
    </div>
  )
}
