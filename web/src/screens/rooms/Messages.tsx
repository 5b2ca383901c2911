import { ArrowDown } from 'lucide-react'
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Image, RoomMember, RoomMessage } from '../../api/generated'
import type { RoomNow } from '../../stream/room'
import { Markdown } from '../../transcript/Markdown'
import { ProviderSign } from '../../ui/Provider'
import { oneLine, plural } from '../../ui/text'
import { Ago, exact } from '../../ui/time'
import { withoutDiff, withoutJson } from './review'
import '../../transcript/transcript.css'

const PAGE = 200
const NEAR = 60
const SHOWN_THOUGHT = 600
const PICTURE = /^image\/(?:png|jpeg|gif|webp)$/

/** What was said, and below it what is being written. It follows the end until a person scrolls up. */
export function Messages(props: { now: RoomNow }) {
  const { now } = props
  const box = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const isFollowing = useRef(true)
  const [isAway, setAway] = useState(false)
  const [shown, setShown] = useState(PAGE)
  const toEnd = () => { if (box.current) box.current.scrollTop = box.current.scrollHeight }
  useLayoutEffect(() => { if (isFollowing.current) toEnd() })
  useEffect(() => {
    // Colours of code and pictures come later and make rows higher.
    const observer = new ResizeObserver(() => { if (isFollowing.current) toEnd() })
    if (inner.current) observer.observe(inner.current)
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  const size = useRef('')
  const mine = now.messages.findLast(one => one.kind === 'person')?.number
  // Who writes wants to see what comes of it.
  useEffect(() => { isFollowing.current = true; toEnd() }, [mine])
  const onScroll = () => {
    const view = box.current
    if (!view) return
    // Something above or below changed its height: that is no wish of a person's.
    const nowSize = `${view.scrollHeight} ${view.clientHeight}`
    if (nowSize !== size.current) {
      size.current = nowSize
      if (isFollowing.current) return toEnd()
    }
    isFollowing.current = view.scrollHeight - view.scrollTop - view.clientHeight < NEAR
    setAway(!isFollowing.current)
  }
  const memberOf = (name: string) => now.members.find(one => one.name === name)
  const messages = now.messages.slice(-shown)
  const busy = [...new Set([...now.writing.keys(), ...now.thinking.keys(), ...now.calling.keys()])]
  return (
    <div className="room-talk">
      <div className="scroll" ref={box} onScroll={onScroll} tabIndex={0} role="log" aria-label="What was said">
        <div className="room-messages" ref={inner}>
          {now.messages.length > shown && <button className="more" onClick={() => { isFollowing.current = false; setShown(shown + PAGE) }}>Show earlier messages</button>}
          {now.messages.length === 0 && busy.length === 0 && <p className="muted room-start">Nobody has said anything. Write something: {now.members.map(one => one.name).join(', ')} will answer.</p>}
          {messages.map(message => <MessageView key={message.number} message={message} member={memberOf(message.author)} />)}
          {busy.map(agent => <Doing key={`doing ${agent}`} agent={agent} member={memberOf(agent)} now={now} />)}
        </div>
      </div>
      {isAway && <button className="new-pill" onClick={() => { isFollowing.current = true; toEnd() }}><ArrowDown size={14} /> To the end</button>}
    </div>
  )
}

/** What an agent thinks, calls and writes before it has said it. */
function Doing(props: { agent: string; member: RoomMember | undefined; now: RoomNow }) {
  const { agent, now } = props
  const text = now.writing.get(agent)
  const thought = now.thinking.get(agent)?.trim()
  const tool = now.calling.get(agent)
  return (
    <article className="room-message" data-writing={agent}>
      <Author name={agent} member={props.member} phase={text === undefined && !tool ? 'thinking' : undefined} />
      {thought && <div className="room-thought small muted" data-thinking={agent}>{text === undefined ? thought.slice(-SHOWN_THOUGHT) : oneLine(thought, 120)}</div>}
      {tool && <p className="small muted">calls {oneLine(tool, 80)}</p>}
      {text !== undefined && <Markdown text={text} isOpen />}
    </article>
  )
}

const MessageView = memo(function MessageView(props: { message: RoomMessage; member: RoomMember | undefined }) {
  const { message, member } = props
  if (message.kind === 'note') return <p className="room-note small muted">{oneLine(message.text, 600)}</p>
  if (message.kind === 'pass') return <p className="room-note small muted">{oneLine(message.author, 40)} passed</p>
  const isPerson = message.kind === 'person'
  const isForParley = message.phase === 'blind' || message.phase === 'cross'
  return (
    <article className={`room-message${isPerson ? ' by-person' : ''}`} data-number={message.number} data-author={message.author}>
      <Author name={message.author} member={member} phase={message.phase} at={message.at} />
      {isPerson ? <Asked text={message.text} /> : <Markdown text={isForParley ? withoutJson(message.text) : message.text} />}
      {(message.images?.length ?? 0) > 0 && <div className="row room-images">{message.images!.map((image, at) => <Picture key={at} image={image} />)}</div>}
    </article>
  )
}, (before, after) => before.message === after.message && before.member?.provider === after.member?.provider && before.member?.avatar === after.member?.avatar)

/** What a person wrote; a change that is to be reviewed is folded away below it. */
function Asked(props: { text: string }) {
  const { text, diff } = withoutDiff(props.text)
  return (
    <>
      {text && <div className="prompt-text">{text}</div>}
      {diff !== undefined && <details className="room-diff"><summary className="small muted">The change, {plural(diff.split('\n').length, 'line')}</summary><Markdown text={`~~~~~~diff\n${diff.replaceAll(/^~{6,}/gm, ' $&')}\n~~~~~~`} /></details>}
    </>
  )
}

function Author(props: { name: string; member: RoomMember | undefined; phase?: string; at?: string }) {
  const { member, phase } = props
  return (
    <p className="room-author small">
      {member && <Avatar member={member} />}
      <strong>{props.name === 'you' ? 'You' : oneLine(props.name, 40)}</strong>
      {phase && phase !== 'answer' && <span className="muted">{oneLine(phase, 30)}</span>}
      {props.at && <time className="muted" dateTime={props.at} title={exact(props.at)}><Ago time={props.at} /></time>}
    </p>
  )
}

/** The sign an agent was given, else that of its CLI, else its letter. */
export function Avatar(props: { member: Pick<RoomMember, 'name' | 'avatar' | 'provider'> }) {
  const { name, provider } = props.member
  // A model API has no sign.
  const avatar = props.member.avatar ?? (provider ? undefined : name.slice(0, 1).toUpperCase())
  return avatar ? <span className="provider" aria-hidden="true">{[...oneLine(avatar, 8)].slice(0, 2).join('')}</span> : <ProviderSign id={provider} />
}

function Picture(props: { image: Image }) {
  const { mediaType, data } = props.image
  return PICTURE.test(mediaType) ? <img src={`data:${mediaType};base64,${data}`} alt="Shown in the room" /> : <span className="chip">An image the page does not show</span>
}
