import { ArrowUp, FileText, Image as ImageIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import type { Feed } from '../../stream/session'
import type { Row } from '../../transcript/row'
import { takeTurnOf, turnIsSent } from '../../transcript/turns'
import { ProblemBox } from '../../ui/states'
import { useStore } from '../../ui/store'
import { useProviderName } from '../../ui/Provider'
import { Chips } from './Chips'
import { Completion, useCompletion } from './Completion'
import { draftOf, type Attached, type Draft, type Sending } from './drafts'
import type { Now } from './now'

const LONG_PASTE = 8_192
const isTouch = matchMedia('(pointer: coarse)').matches

/** Where a person writes. It takes keys while everything else loads, and loses nothing that was typed. */
export function Composer(props: { now: Now; state: Feed; hasKeys: boolean; isPane: boolean }) {
  const { now } = props
  const draft = draftOf(now.ref, now.mark?.draft)
  const text = useStore(draft.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const pasted = useStore(draft.pasted)
  const images = useStore(draft.images)
  const sending = useStore(draft.sending)
  const completion = useCompletion(now, text, field)
  const name = useProviderName(now.facts.provider)
  const isWorking = now.isBusy
  const canSteer = now.live?.capabilities?.includes('STEER') ?? false
  const canShowImages = now.live?.capabilities?.includes('IMAGES') ?? false
  useArrived(props.state, sending, draft)
  useActions(props.hasKeys ? [{ id: 'write', title: 'Write to the agent', group: 'This session', keys: ['i'], run: () => field.current?.focus() }] : [])

  const post = async (what: Sending) => {
    if (!isWorking || what.isSteering) turnIsSent(now.ref)
    draft.sends({ ...what, failure: undefined })
    try {
      await call('act', { path: { id: now.liveId ?? '' }, body: { type: 'prompt', text: what.text, images: what.images.length ? what.images : undefined, steer: what.isSteering || undefined } })
      draft.sent()
    } catch (failure) {
      takeTurnOf(now.ref)
      draft.sends({ ...what, failure })
    }
  }
  const send = (isSteering: boolean) => {
    // One that failed stays until the person has decided about it: nothing may push it out.
    if (sending) return
    const what = draft.take(isSteering && canSteer, lastOf(props.state))
    if (what) void post(what)
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (completion.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey || (isTouch && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    send(event.altKey)
  }
  const onPaste = (event: React.ClipboardEvent) => {
    const file = [...event.clipboardData.files].find(one => one.type.startsWith('image/'))
    const long = event.clipboardData.getData('text/plain')
    if (file && canShowImages) {
      event.preventDefault()
      void readImage(file).then(image => draft.images.update(before => [...before, image]))
    } else if (long.length > LONG_PASTE) {
      event.preventDefault()
      draft.pasted.update(before => [...before, { id: Date.now(), text: long }])
    }
  }
  return (
    <div className="composer-box">
      {sending && <SendingRow sending={sending} retry={() => void post(sending)} edit={() => draft.takeBack(sending)} />}
      <form className="composer" onSubmit={event => { event.preventDefault(); send(false) }}>
        <Completion state={completion} />
        {(pasted.length > 0 || images.length > 0) && (
          <div className="row attachments">
            {pasted.map(one => <span className="chip" key={one.id}><FileText size={12} />{Math.round(one.text.length / 1024)} KB of text<Remove onClick={() => draft.pasted.set(pasted.filter(other => other !== one))} /></span>)}
            {images.map(one => <span className="chip" key={one.name + one.data.length}><ImageIcon size={12} />{one.name}<Remove onClick={() => draft.images.set(images.filter(other => other !== one))} /></span>)}
          </div>
        )}
        <textarea
          ref={field} rows={1} value={text} aria-label={`Write to ${name}`} placeholder={`Write to ${name}…`} spellCheck
          onChange={event => draft.set(event.target.value)} onKeyDown={onKeyDown} onPaste={onPaste} onSelect={completion.onCaret} onBlur={completion.close}
        />
        <div className="row composer-bar">
          {props.isPane ? <span className="grow" /> : <div className="row grow narrow chips"><Chips now={now} /></div>}
          <span className="small muted grow wide-only hint">{props.isPane ? '' : <><kbd>@</kbd> file <kbd>/</kbd> command {isWorking && canSteer && <><kbd>Alt ⏎</kbd> say it now</>}</>}</span>
          <button type="submit" className="button primary send" aria-label={isWorking ? 'Queue' : 'Send'} disabled={sending !== null || (!text.trim() && pasted.length === 0 && images.length === 0)}>
            {isWorking ? 'Queue' : <ArrowUp size={16} aria-hidden="true" />}
          </button>
        </div>
      </form>
    </div>
  )
}

function Remove(props: { onClick: () => void }) {
  return <button type="button" className="remove" aria-label="Remove" onClick={props.onClick}><X size={12} /></button>
}

/** Not accepted yet. If it failed, everything in it can be sent again. */
function SendingRow(props: { sending: Sending; retry: () => void; edit: () => void }) {
  const { sending } = props
  return (
    <div className="sending">
      <div className="cut muted">{sending.failure ? 'Not sent' : 'Sending'}: {sending.text}</div>
      {sending.failure !== undefined && (
        <>
          <ProblemBox failure={sending.failure} />
          <div className="row"><button className="button" onClick={props.retry}>Send again</button><button className="button quiet" onClick={props.edit}>Edit</button><span className="small muted">The next one can be sent when this one is done with.</span></div>
        </>
      )}
    </div>
  )
}

/** The answer to a request may be lost although the request arrived: then it is in the talk, and not sent again. */
function useArrived(state: Feed, sending: Sending | null, draft: Draft): void {
  useEffect(() => {
    if (sending?.failure === undefined) return
    const isThere = state.rows.some(row => row.kind === 'prompt' && numberOf(row) > sending.after && row.text === sending.text) || state.queue.some(one => one.content === sending.text)
    if (isThere) draft.sent()
  }, [state.rows, state.queue, sending, draft])
}

/** Rows of the CLI's own file count by themselves, and are all from before. */
function numberOf(row: Row): number {
  return row.id.startsWith('f') ? 0 : row.last
}

function lastOf(state: Feed): number {
  return state.rows.reduce((last, row) => Math.max(last, numberOf(row)), 0)
}

async function readImage(file: File): Promise<Attached> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { mediaType: file.type, data: btoa(text), name: file.name || 'image' }
}
