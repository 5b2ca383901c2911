import { useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import type { Room, RoomMember } from '../../api/generated'
import type { RoomNow } from '../../stream/room'
import { Status } from '../../ui/Status'
import { money, oneLine, tidyPath, tokens } from '../../ui/text'
import { Findings } from './Findings'
import { LimitsDialog } from './LimitsDialog'
import { Avatar } from './Messages'
import { NewAgent } from './NewAgent'
import { doingOf, MODES, useAgents } from './rooms'

/** Who sits in the room, in turn order; what it found; what it spent and may spend. */
export function RoomSide(props: { now: RoomNow; room: Room }) {
  const { now, room } = props
  const [isAsked, setAsked] = useState(false)
  const members = room.agents.map(name => now.members.find(one => one.name === name)).filter(one => one !== undefined)
  return (
    <div className="side room-side">
      <section>
        <h2 className="side-title">Members, in turn order</h2>
        <ol className="room-members">{members.map((one, at) => <Member key={one.name} member={one} place={at + 1} now={now} />)}</ol>
      </section>
      {now.findings.length > 0 && <Findings room={room} findings={now.findings} messages={now.messages} />}
      <section>
        <h2 className="side-title">Bounds</h2>
        <dl className="room-facts">{boundsOf(room).map(([name, value]) => <div key={name}><dt className="muted">{name}</dt><dd>{value}</dd></div>)}</dl>
        <button className="button room-bounds" onClick={() => setAsked(true)}>Change the bounds…</button>
        {isAsked && <LimitsDialog room={room} onClose={() => setAsked(false)} />}
      </section>
    </div>
  )
}

function Member(props: { member: RoomMember; place: number; now: RoomNow }) {
  const { member } = props
  const agent = useAgents().data?.find(one => one.name === member.name)
  const [isChanged, setChanged] = useState(false)
  const doing = doingOf(member, props.now)
  const to = member.session ? sessionPath(member.session) : undefined
  return (
    <li className="room-member" data-member={member.name} data-doing={doing.label}>
      <span className="row"><span className="small muted room-place">{props.place}</span><Avatar member={member} /><span className="cut grow">{oneLine(member.name, 40)}</span><Status word={doing.word} label={doing.label} /></span>
      <span className="row small muted room-member-facts">
        <span className="cut grow">{oneLine(member.model ?? member.provider, 40)}{member.sentTokens > 0 && <span title="About how much of the conversation it was told"> · {tokens(member.sentTokens)} tokens</span>}</span>
        {to && <a className="link" href={to} aria-label={`Session of ${oneLine(member.name, 40)}`} onClick={event => { event.preventDefault(); go(to) }}>session</a>}
        {agent && <button className="link" aria-label={`Change ${oneLine(member.name, 40)}`} onClick={() => setChanged(true)}>change</button>}
      </span>
      {isChanged && <NewAgent agent={agent} onMade={() => setChanged(false)} onClose={() => setChanged(false)} />}
    </li>
  )
}

function boundsOf(room: Room): [string, string][] {
  const { limits, spent } = room
  const used = (spent.inputTokens ?? 0) + (spent.outputTokens ?? 0)
  const all: [string, string | undefined][] = [
    ['Mode', MODES[room.mode]],
    ['Spent', `${money(spent.totalCost) || (used > 0 ? 'no known cost' : '$0.00')}${limits.budgetUsd !== undefined ? `, budget $${limits.budgetUsd.toFixed(2)}` : ''}`],
    ['Tokens', `${tokens(used)}${limits.budgetTokens !== undefined ? `, budget ${tokens(limits.budgetTokens)}` : ''}`],
    ['Rounds', limits.rounds === undefined ? undefined : `at most ${limits.rounds} for a message`],
    ['Messages', limits.messages === undefined ? undefined : `at most ${limits.messages} for a message`],
    ['Tool calls', limits.toolCalls === undefined ? undefined : `at most ${limits.toolCalls} in a turn`],
    ['A turn', limits.turnSeconds === undefined ? undefined : `at most ${limits.turnSeconds} s`],
    ['Project', room.project === undefined ? 'none: they only talk' : `${tidyPath(room.project)} (${room.permission})`],
  ]
  return all.filter((one): one is [string, string] => one[1] !== undefined)
}
