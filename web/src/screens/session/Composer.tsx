import { ArrowUp, FileText, Image as ImageIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import type { Image } from '../../api/generated'
import type { Feed } from '../../stream/session'
import { ProblemBox } from '../../ui/states'
import { useStore } from '../../ui/store'
import { useProviderName } from '../../ui/Provider'
import { Chips } from './Chips'
import { Completion, useCompletion } from './Completion'
import { draftOf } from './drafts'
import { useInterruptKey } from './interruptKey'
import type { Now } from './now'

const LONG_PASTE = 8_192
const isTouch = matchMedia('(pointer: coarse)').matches

interface Pasted { id: number; text: string }
interface Sending { text: string; images: Image[]; isSteering: boolean; failure?: unknown }

/** Where a person writes. It takes keys while everything else loads, and loses nothing that was typed. */
export function Composer(props: { now: Now; state: Feed; hasKeys: boolean; isPane: boolean }) {
  const { now } = props
  const draft = draftOf(now.ref, now.mark?.draft)
  const text = useStore(draft.text)
  const field = useRef<HTMLTextAreaElement>(null)
  const [pasted, setPasted] = useState<Pasted[]>([])
  const [images, setImages] = useState<(Image & { name: string })[]>([])
  const [sending, setSending] = useState<Sending | null>(null)
  const completion = useCompletion(now, text, field)
  const name = useProviderName(now.facts.provider)
  const isWorking = now.isBusy
  const canSteer = now.live?.capabilities?.includes('STEER') ?? false
  const canShowImages = now.live?.capabilities?.includes('IMAGES') ?? false
  useArrived(props.state, sending, () => setSending(null))
  useInterruptKey(now, props.hasKeys)
  useActions(props.hasKeys ? [{ id: 'write', title: 'Write to the agent', group: 'This session', keys: ['i'], run: () => field.current?.focus() }] : [])

  const post = async (what: Sending) => {
    setSending({ ...what, failure: undefined })
    try {
      await call('act', { path: { id: now.liveId ?? '' }, body: { type: 'prompt', text: what.text, images: what.images.length ? what.images : undefined, steer: what.isSteering || undefined } })
      setSending(null)
    } catch (failure) {
      setSending({ ...what, failure })
    }
  }
  const send = (isSteering: boolean) => {
    const whole = [text.trim(), ...pasted.map(one => one.text)].filter(Boolean).join('\n\n')
    if ((!whole && images.length === 0) || (sending && !sending.failure)) return
    void post({ text: whole, images: images.map(({ mediaType, data }) => ({ mediaType, data })), isSteering: isSteering && canSteer })
    draft.set('')
    setPasted([])
    setImages([])
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
      void readImage(file).then(image => setImages(before => [...before, image]))
    } else if (long.length > LONG_PASTE) {
      event.preventDefault()
      setPasted(before => [...before, { id: Date.now(), text: long }])
    }
  }
  return (
    <div className="composer-box">
      {sending && <SendingRow sending={sending} retry={() => void post(sending)} edit={() => { draft.set(sending.text); setSending(null) }} />}
      <form className="composer" onSubmit={event => { event.preventDefault(); send(false) }}>
        <Completion state={completion} />
        {(pasted.length > 0 || images.length > 0) && (
          <div className="row attachments">
            {pasted.map(one => <span className="chip" key={one.id}><FileText size={12} />{Math.round(one.text.length / 1024)} KB of text<Remove onClick={() => setPasted(pasted.filter(other => other !== one))} /></span>)}
            {images.map(one => <span className="chip" key={one.name + one.data.length}><ImageIcon size={12} />{one.name}<Remove onClick={() => setImages(images.filter(other => other !== one))} /></span>)}
          </div>
        )}
        <textarea
          ref={field} rows={1} value={text} aria-label={`Write to ${name}`} placeholder={`Write to ${name}…`} spellCheck
          onChange={event => draft.set(event.target.value)} onKeyDown={onKeyDown} onPaste={onPaste} onSelect={completion.onCaret} onBlur={completion.close}
        />
        <div className="row composer-bar">
          {props.isPane ? <span className="grow" /> : <div className="row grow narrow chips"><Chips now={now} /></div>}
          <span className="small muted grow wide-only hint">{props.isPane ? '' : <><kbd>@</kbd> file <kbd>/</kbd> command {isWorking && canSteer && <><kbd>Alt ⏎</kbd> say it now</>}</>}</span>
          <button type="submit" className="button primary send" aria-label={isWorking ? 'Queue' : 'Send'} disabled={!text.trim() && pasted.length === 0 && images.length === 0}>
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
          <div className="row"><button className="button" onClick={props.retry}>Send again</button><button className="button quiet" onClick={props.edit}>Edit</button></div>
        </>
      )}
    </div>
  )
}

/** The answer to a request may be lost although the request arrived: then it is in the talk, and not sent again. */
function useArrived(state: Feed, sending: Sending | null, onArrived: () => void): void {
  const before = useRef(state.rows.length)
  useEffect(() => {
    if (!sending) { before.current = state.rows.length; return }
    const isThere = state.rows.slice(before.current).some(row => row.kind === 'prompt' && row.text === sending.text) || state.queue.some(one => one.content === sending.text)
    if (sending.failure !== undefined && isThere) onArrived()
  }, [state.rows, state.queue, sending, onArrived])
}

async function readImage(file: File): Promise<Image & { name: string }> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { mediaType: file.type, data: btoa(text), name: file.name || 'image' }
}
