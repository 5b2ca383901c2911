import { useQuery } from '@tanstack/react-query'
import { Check, ChevronLeft, Clock } from 'lucide-react'
import { useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import { ApprovalCard } from '../../approval/ApprovalCard'
import { call } from '../../api/client'
import type { InboxItem } from '../../api/generated'
import { live } from '../../stream/live'
import { ItemView } from '../../transcript/RowView'
import { itemsOf } from '../../transcript/items'
import type { Row } from '../../transcript/row'
import { Ago, exact } from '../../ui/time'
import { ProviderSign } from '../../ui/Provider'
import { useStore } from '../../ui/store'
import { oneLine, plural, projectName } from '../../ui/text'
import { dismiss, open, snooze } from './moves'
import '../../transcript/transcript.css'

/** What a person must know to answer: the rows before it, the exact command, the directory, the difference. */
export function InboxContext(props: { item: InboxItem; isReasonOpen: boolean; onReason: (isOpen: boolean) => void; onBack: () => void; onAnswered: () => void }) {
  const { item } = props
  const [elsewhere, setElsewhere] = useState(false)
  const isGone = useStore(live, value => item.approval !== undefined && value.answered.has(item.approval.approvalId))
  const rows = (item.rows as Row[]).filter(row => row.kind !== 'approval' && !(row.kind === 'tool' && !row.result))
  return (
    <>
      <div className="head">
        <button className="button quiet icon narrow" aria-label="Back" onClick={props.onBack}><ChevronLeft size={18} /></button>
        <ProviderSign id={item.provider} />
        <h1>{oneLine(item.sessionTitle) || projectName(item.cwd) || item.title}</h1>
        <span className="small muted wide-only">{projectName(item.cwd)} · <Ago time={item.since} /></span>
        <button className="button quiet icon" aria-label="Put off for an hour" title="Put off for an hour  s" onClick={() => snooze(item)}><Clock size={16} /></button>
        {!item.isBlocking && item.kind !== 'proposal' && <button className="button quiet icon" aria-label="Seen" title="Seen  #" onClick={() => dismiss(item)}><Check size={16} /></button>}
        <button className="button" onClick={() => open(item)}>Open <kbd>⏎</kbd></button>
      </div>
      <div className="scroll inbox-context" tabIndex={0}>
        <div className="inbox-inner">
          {rows.length > 0 && <div className="before-it">{itemsOf(rows, new Map()).map(one => <ItemView key={one.key} item={one} context={{ place: `inbox-${item.id}`, directory: item.cwd }} />)}</div>}
          {item.approval && !isGone && !elsewhere && (
            <>
              <ApprovalCard approval={item.approval} hasKeys isReasonOpen={props.isReasonOpen} onReason={props.onReason} onDone={wasElsewhere => (wasElsewhere ? setElsewhere(true) : props.onAnswered())} />
              <RuleHint approvalId={item.approval.approvalId} isOn={item.kind === 'approval'} />
            </>
          )}
          {item.approval && (isGone || elsewhere) && <p className="muted answered-note" role="status">This was answered.</p>}
          {item.kind === 'proposal' && <p>The agent proposes {plural(item.tickets?.length ?? 0, 'ticket')}: <strong>{item.tickets?.join(', ')}</strong>. Read them on the board before you accept them.</p>}
          {(item.kind === 'failure' || item.kind === 'limit') && <p className="trouble">{item.title}</p>}
          {item.kind === 'limit' && item.limitEnds && <p>The limit ends <time dateTime={item.limitEnds}>{exact(item.limitEnds)}</time>.</p>}
          {item.kind === 'limit' && item.ref && <div className="row"><button className="button primary" onClick={() => go(`${sessionPath(item.ref ?? '')}?continue=1`)}>Continue with another CLI…</button></div>}
        </div>
      </div>
    </>
  )
}

/** What a rule made from this would have answered in the past; silent where nobody can tell. */
function RuleHint(props: { approvalId: string; isOn: boolean }) {
  const tested = useQuery({ queryKey: ['rule', props.approvalId], queryFn: ({ signal }) => call('testRule', { body: { approvalId: props.approvalId }, signal }), enabled: props.isOn, retry: false, staleTime: Infinity })
  const rule = tested.data?.rule
  if (!rule || !tested.data) return null
  return <p className="small muted">A rule <code>{rule}</code> would have answered {tested.data.answered} of {plural(tested.data.asked, 'question')} so far.</p>
}
