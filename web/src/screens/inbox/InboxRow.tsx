import { Check, Ticket } from 'lucide-react'
import type { InboxItem } from '../../api/generated'
import { Ago } from '../../ui/time'
import { ProviderSign } from '../../ui/Provider'
import { Status, type StatusWord } from '../../ui/Status'
import { oneLine, projectName } from '../../ui/text'

const STATUS: Record<InboxItem['kind'], StatusWord> = { approval: 'waiting', question: 'waiting', failure: 'failed', limit: 'paused', proposal: 'waiting', finished: 'done' }

/** What is asked, as a question; the exact words are beside it. */
function titleOf(item: InboxItem): string {
  const intent = item.approval?.intent
  if (item.kind !== 'approval' || !intent) return oneLine(item.title)
  if (intent.command) return `Run ${oneLine(intent.command, 100)}?`
  if (intent.address) return `Visit ${oneLine(intent.address, 100)}?`
  const files = intent.files ?? []
  if (files.length > 0) return `Change ${projectName(files[0])}${files.length > 1 ? ` and ${files.length - 1} more` : ''}?`
  return oneLine(item.title)
}

export function InboxRow(props: { item: InboxItem; isShown: boolean; isSelected: boolean; onShow: () => void }) {
  const { item } = props
  return (
    <div
      role="option" aria-selected={props.isShown} className={`list-row inbox-row${props.isSelected ? ' is-selected' : ''}`} onClick={props.onShow}
      ref={element => { if (props.isShown) element?.scrollIntoView({ block: 'nearest' }) }}
    >
      <span className="inbox-sign">{props.isSelected ? <Check size={14} aria-label="selected" /> : item.kind === 'proposal' ? <Ticket size={14} aria-label="proposal" /> : <Status word={STATUS[item.kind]} isShort />}</span>
      <span className="stack grow">
        <span className="cut">{titleOf(item)}</span>
        <span className="row small muted"><ProviderSign id={item.provider} /><span className="cut">{[projectName(item.cwd), item.kind === 'finished' ? '' : oneLine(item.sessionTitle, 60)].filter(Boolean).join(' · ')}</span></span>
      </span>
      <span className="small muted"><Ago time={item.since} /></span>
    </div>
  )
}
