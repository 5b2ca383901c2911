import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import type { Room } from '../../api/generated'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { Status } from '../../ui/Status'
import { oneLine, plural } from '../../ui/text'
import { Ago } from '../../ui/time'
import { NewRoomDialog } from './NewRoom'
import { RoomScreen } from './RoomScreen'
import { roomPath, statusOfRoom, useRooms } from './rooms'
import './rooms.css'

/** The rooms there are, and one of them. */
export function Rooms() {
  const { id } = useParams<{ id?: string }>()
  const all = useRooms()
  const [isNew, setNew] = useState(false)
  const rooms = all.data ?? []
  const place = rooms.findIndex(one => one.name === id)
  const step = (by: number) => {
    const next = rooms[Math.min(rooms.length - 1, Math.max(0, place + by))]
    if (next) go(roomPath(next.name))
  }
  useSubject(id ? oneLine(id, 60) : 'Rooms')
  useActions([
    { id: 'room.new', title: 'Make a room', group: 'Rooms', keys: ['Shift+N'], run: () => setNew(true) },
    { id: 'room.next', title: 'Next room', group: 'Rooms', keys: ['j'], when: () => rooms.length > 0, run: () => step(1) },
    { id: 'room.previous', title: 'Previous room', group: 'Rooms', keys: ['k'], when: () => rooms.length > 0, run: () => step(-1) },
  ])
  const make = <button className="button primary" onClick={() => setNew(true)}>Make a room</button>
  const list = (
    <>
      <div className="head"><h1>Rooms</h1><button className="button quiet" onClick={() => setNew(true)}><Plus size={14} /> New</button></div>
      <div className="scroll" tabIndex={0} aria-label="All rooms" role="group">
        {all.isPending && <Skeleton />}
        {all.error && !all.data && <ProblemBox failure={all.error} retry={() => void all.refetch()} />}
        <ul>{rooms.map(room => <li key={room.name}><RoomRow room={room} isShown={room.name === id} /></li>)}</ul>
        {all.data && rooms.length === 0 && id && <Empty action={make}>There is no room yet.</Empty>}
      </div>
    </>
  )
  const isBare = all.data !== undefined && rooms.length === 0 && !id
  const dialog = isNew && <NewRoomDialog onClose={() => setNew(false)} />
  if (id) return <><RoomScreen key={id} name={id} list={list} />{dialog}</>
  return (
    <Columns list={isBare ? undefined : list} listName="Rooms" showing={isBare ? 'main' : 'list'}>
      {isBare && <div className="head"><h1>Rooms</h1></div>}
      {isBare
        ? <Empty title="No room yet." action={make}>Put several agents at one table: they answer you and each other.</Empty>
        : <Empty>Choose a room, or make one.</Empty>}
      {dialog}
    </Columns>
  )
}

function RoomRow(props: { room: Room; isShown: boolean }) {
  const { room } = props
  const to = roomPath(room.name)
  return (
    <a className="list-row room-row" href={to} aria-current={props.isShown || undefined} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to) } }}>
      <span className="stack grow">
        <span className="row"><span className="cut grow">{oneLine(room.name, 60)}</span><span className="small muted"><Ago time={room.updatedAt} /></span></span>
        <span className="row small muted"><Status word={statusOfRoom(room)} /><span className="cut">{oneLine(room.topic, 80) || plural(room.agents.length, 'agent')}</span></span>
      </span>
    </a>
  )
}
