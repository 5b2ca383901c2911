import { ArrowLeft, Info, Pause, Play, Square, Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import { queries } from '../../api/queries'
import { Columns } from '../../ui/Columns'
import { Dialog } from '../../ui/Dialog'
import { report } from '../../ui/report'
import { ProblemBox, Skeleton } from '../../ui/states'
import { Status } from '../../ui/Status'
import { oneLine } from '../../ui/text'
import { Messages } from './Messages'
import { RoomComposer } from './RoomComposer'
import { RoomSide } from './RoomSide'
import { statusOfRoom, useRoom } from './rooms'

/** One room: what is said in it, who sits there, what it may cost. */
export function RoomScreen(props: { name: string; list: ReactNode }) {
  const { name } = props
  const now = useRoom(name)
  const [asked, setAsked] = useState<'delete' | 'side' | null>(null)
  const { room } = now
  const path = { id: name }
  const isPaused = room?.state === 'paused'
  const isRunning = room?.state === 'running'
  const [isAskedToPause, setAskedToPause] = useState(false)
  // The turn that runs ends first, which may take a while.
  const isPausing = isRunning && isAskedToPause
  useEffect(() => { if (!isRunning) setAskedToPause(false) }, [isRunning])
  const pause = () => {
    setAskedToPause(isRunning)
    call(isPaused ? 'resumeRoom' : 'pauseRoom', { path }).catch((failure: unknown) => { setAskedToPause(false); report(failure) })
  }
  const pauseName = isPaused ? 'Resume' : isPausing ? 'Pausing…' : 'Pause'
  const stop = () => void call('stopRoom', { path }).catch(report)
  useActions([
    { id: 'room.back', title: 'Back to the rooms', group: 'This room', keys: ['Escape'], when: () => asked === null, run: () => go('/rooms') },
    { id: 'room.pause', title: isPaused ? 'Let the room go on' : 'Pause the room', group: 'This room', keys: ['p'], when: () => room !== undefined && !isPausing, run: pause },
    { id: 'room.stop', title: 'Stop what runs in the room', group: 'This room', keys: ['Mod+.'], when: () => isRunning, run: stop },
    { id: 'room.delete', title: 'Delete the room', group: 'This room', keys: ['#'], when: () => room !== undefined, run: () => setAsked('delete') },
  ])
  if (now.state === 'failed' || !room) {
    return (
      <Columns list={props.list} listName="Rooms">
        <div className="head"><Back /><h1>{oneLine(name, 60)}</h1></div>
        {now.state === 'failed' ? <ProblemBox failure={now.failure} /> : <Skeleton rows={5} />}
      </Columns>
    )
  }
  return (
    <Columns list={props.list} listName="Rooms" side={<RoomSide now={now} room={room} />} sideName="About this room">
      <header className="head">
        <Back />
        <h1 title={oneLine(room.topic)}>{oneLine(room.name, 60)}{room.topic && <span className="room-topic muted wide-only"> {oneLine(room.topic, 120)}</span>}</h1>
        <Status word={statusOfRoom(room)} />
        {isRunning && <button className="button icon" aria-label="Stop" title="Stop what runs" onClick={stop}><Square size={14} /></button>}
        <button className="button" aria-label={pauseName} disabled={isPausing} onClick={pause}>{isPaused ? <Play size={14} /> : <Pause size={14} />}<span className="wide-only">{pauseName}</span></button>
        <button className="button quiet icon no-side" aria-label="Members and findings" title="Members and findings" onClick={() => setAsked('side')}><Info size={16} /></button>
        <button className="button quiet icon" aria-label="Delete the room" title="Delete the room" onClick={() => setAsked('delete')}><Trash2 size={14} /></button>
      </header>
      {isPaused && <p className="room-paused small" role="status">Paused. {oneLine(room.reason, 300)} No turn begins before you let it go on.</p>}
      {isPausing && <p className="room-paused small" role="status">It pauses when the turn that runs is over.</p>}
      <Messages now={now} />
      <RoomComposer room={room} members={now.members} />
      {asked === 'delete' && <DeleteDialog name={name} onClose={() => setAsked(null)} />}
      {asked === 'side' && (
        <Dialog label="About this room" onClose={() => setAsked(null)}>
          <RoomSide now={now} room={room} />
          <footer><button className="button" onClick={() => setAsked(null)}>Close</button></footer>
        </Dialog>
      )}
    </Columns>
  )
}

function Back() {
  return <button className="button quiet icon narrow" aria-label="Back to the rooms" onClick={() => go('/rooms')}><ArrowLeft size={16} /></button>
}

function DeleteDialog(props: { name: string; onClose: () => void }) {
  const [failure, setFailure] = useState<unknown>()
  const remove = () => call('deleteRoom', { path: { id: props.name } }).then(() => {
    void queries.invalidateQueries({ queryKey: ['rooms'] })
    go('/rooms', { replace: true })
  }, setFailure)
  return (
    <Dialog label="Delete the room" onClose={props.onClose}>
      <h2>Delete {oneLine(props.name, 60)}?</h2>
      <p>What was said in it and its findings are gone for good. Its agents stay, and so do the tickets that were made of it.</p>
      {failure !== undefined && <ProblemBox failure={failure} />}
      <footer>
        <button className="button" autoFocus onClick={props.onClose}>Cancel</button>
        <button className="button danger" onClick={() => void remove()}>Delete</button>
      </footer>
    </Dialog>
  )
}
