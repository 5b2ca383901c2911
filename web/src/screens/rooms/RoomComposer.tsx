import { ArrowUp, Image as ImageIcon, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import type { Image, Room, RoomMember, RoomPost } from '../../api/generated'
import { kept } from '../../frame/kept'
import { ProblemBox } from '../../ui/states'
import { useMentions } from './mentions'
import { MODES, type Mode } from './rooms'
import { SubjectFields, subjectOf, type Subject } from './SubjectFields'
import '../session/session.css'

const isTouch = matchMedia('(pointer: coarse)').matches
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

/** Where a person writes in a room. What was typed stays until the room has it, also over a reload. */
export function RoomComposer(props: { room: Room; members: readonly RoomMember[] }) {
  const { room } = props
  const draft = `room.draft.${room.name}`
  const [text, setText] = useState(() => kept.read(draft, ''))
  const [images, setImages] = useState<Image[]>([])
  const [mode, setMode] = useState<Mode>()
  const [subject, setSubject] = useState<Subject>({ kind: 'none', value: '' })
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const write = (next: string) => { setText(next); kept.write(draft, next || undefined) }
  const mentions = useMentions(props.members.map(one => one.name), text, field, write)
  const isReview = (mode ?? room.mode) === 'review'
  const review = isReview ? subjectOf(subject) : undefined
  const isEmpty = !text.trim() && images.length === 0 && !review
  useActions([{ id: 'room.write', title: 'Write in the room', group: 'This room', keys: ['i'], run: () => field.current?.focus() }])
  const send = async () => {
    if (isEmpty || isBusy) return
    setBusy(true)
    setFailure(undefined)
    const post: RoomPost = { text: text.trim() || undefined, images: images.length > 0 ? images : undefined, mode, review }
    try {
      await call('sayInRoom', { path: { id: room.name }, body: post })
      write('')
      setImages([])
      setSubject({ kind: 'none', value: '' })
    } catch (refused) {
      setFailure(refused)
    }
    setBusy(false)
    field.current?.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229 || mentions.onKeyDown(event)) return
    if (event.key !== 'Enter' || event.shiftKey || (isTouch && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    void send()
  }
  const add = (files: Iterable<File>): boolean => {
    const pictures = [...files].filter(one => PICTURE.test(one.type))
    for (const file of pictures) void readImage(file).then(image => setImages(before => [...before, image]), setFailure)
    return pictures.length > 0
  }
  const onPaste = (event: React.ClipboardEvent) => { if (add(event.clipboardData.files)) event.preventDefault() }
  const onDrop = (event: React.DragEvent) => { if (add(event.dataTransfer.files)) event.preventDefault() }
  return (
    <div className="composer-box">
      {failure !== undefined && <ProblemBox failure={failure} />}
      <form className="composer" onSubmit={event => { event.preventDefault(); void send() }}>
        {mentions.choices.length > 0 && (
          <div className="completion" role="listbox" aria-label="Members">
            {mentions.choices.map((name, at) => <div key={name} role="option" aria-selected={at === mentions.at} className="option" onMouseDown={event => { event.preventDefault(); mentions.choose(name) }}>@{name}</div>)}
          </div>
        )}
        {images.length > 0 && (
          <div className="row attachments">
            {images.map((one, at) => <span className="chip" key={at}><ImageIcon size={12} />Image {at + 1}<button type="button" className="remove" aria-label={`Remove image ${at + 1}`} onClick={() => setImages(images.filter(other => other !== one))}><X size={12} /></button></span>)}
          </div>
        )}
        {isReview && <SubjectFields room={room} subject={subject} onChange={setSubject} />}
        <textarea
          ref={field} rows={1} value={text} aria-label="Write in the room" placeholder={`Write in ${room.name}…`} spellCheck
          onChange={event => write(event.target.value)} onKeyDown={onKeyDown} onPaste={onPaste} onDrop={onDrop} onSelect={mentions.onCaret} onBlur={mentions.close}
        />
        <div className="row composer-bar">
          <select className="chip" aria-label="How the room talks about it" value={mode ?? room.mode} onChange={event => setMode(event.target.value === room.mode ? undefined : (event.target.value as Mode))}>
            {Object.entries(MODES).map(([id, title]) => <option key={id} value={id}>{title}</option>)}
          </select>
          <button type="button" className="button quiet icon" aria-label="Add a picture" title="Add a picture" onClick={() => chooser.current?.click()}><ImageIcon size={16} aria-hidden="true" /></button>
          <input ref={chooser} type="file" hidden multiple accept="image/png,image/jpeg,image/gif,image/webp" aria-label="Pictures" onChange={event => { add(event.target.files ?? []); event.target.value = '' }} />
          <span className="small muted grow wide-only hint"><kbd>@</kbd> asks one of them</span><span className="grow narrow" />
          <button type="submit" className="button primary send" aria-label="Send" disabled={isEmpty || isBusy}><ArrowUp size={16} aria-hidden="true" /></button>
        </div>
      </form>
    </div>
  )
}

async function readImage(file: File): Promise<Image> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { mediaType: file.type, data: btoa(text) }
}
