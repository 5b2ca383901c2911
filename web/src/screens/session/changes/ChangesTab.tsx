import { ChevronLeft, Columns2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useSearch } from 'wouter'
import { go, sessionPath } from '../../../actions/go'
import type { FileChange, SessionChanges, UndoRequest } from '../../../api/generated'
import { kept } from '../../../frame/kept'
import { Empty, ProblemBox, Skeleton } from '../../../ui/states'
import { oneLine } from '../../../ui/text'
import { Counts } from '../../../transcript/DiffView'
import type { Now } from '../now'
import { CommentDock } from './CommentDock'
import { ForkDialog } from './ForkDialog'
import { PatchView } from './PatchView'
import { TurnList } from './TurnList'
import { UndoDialog } from './UndoDialog'
import { useChanges, type Choice } from './useChanges'
import { BY, calledIn } from './words'
import './changes.css'

/** What each turn changed in files, line by line, and how to take it back. The address says which file is open. */
export function ChangesTab(props: { now: Now }) {
  const { now } = props
  const found = useChanges(now.liveId, now.isBusy)
  const said = new URLSearchParams(useSearch())
  const [undo, setUndo] = useState<UndoRequest | null>(null)
  const [fork, setFork] = useState<number | null>(null)
  if (!now.liveId) return <Empty>Parley keeps the files of sessions that run in it. This one is only stored: resume it, and its next turns are kept.</Empty>
  if (found.isPending) return <Skeleton rows={5} />
  if (found.isError) return <ProblemBox failure={found.error} retry={() => void found.refetch()} />
  const turns = found.data.turns
  if (turns.every(turn => turn.files.length + turn.meanwhile.length + turn.leftOut.length === 0)) return <Empty>{now.isBusy ? 'No file has changed yet. What the turn changes is shown when it ends.' : 'This session has changed no files.'}</Empty>
  const path = said.get('path')
  const asked: Choice | undefined = path ? { path, turn: Number(said.get('turn')) || undefined } : undefined
  const choice = asked ?? newest(found.data)
  const choose = (next?: Choice) => {
    const search = next ? `?${new URLSearchParams({ ...(next.turn ? { turn: String(next.turn) } : {}), path: next.path })}` : ''
    go(`${sessionPath(now.ref)}/changes${search}`, { replace: asked !== undefined })
  }
  return (
    <>
      <div className={`changes ${asked ? 'showing-patch' : 'showing-list'}`}>
        <TurnList changes={found.data} choice={choice} onChoose={choose} onUndo={setUndo} onFork={setFork} />
        <section className="patch-side" aria-label="Patch">
          {choice
            ? <Patch key={`${choice.turn} ${choice.path}`} id={now.liveId} changes={found.data} choice={choice} onBack={() => choose()} onUndo={setUndo} />
            : <Empty>Choose a file to see what changed in it.</Empty>}
        </section>
      </div>
      <CommentDock id={now.liveId} now={now} onChoose={choose} />
      {fork !== null && <ForkDialog id={now.liveId} turn={fork} now={now} onClose={() => setFork(null)} />}
      {undo && <UndoDialog id={now.liveId} request={undo} name={calledIn(found.data, undo.turn)} isBusy={now.isBusy} onClose={() => setUndo(null)} />}
    </>
  )
}

function Patch(props: { id: string; changes: SessionChanges; choice: Choice; onBack: () => void; onUndo: (request: UndoRequest) => void }) {
  const { choice, changes } = props
  const [isSplit, setSplit] = useState(() => kept.read('split-patches', false) && !matchMedia('(max-width: 720px)').matches)
  const toggle = () => { kept.write('split-patches', !isSplit); setSplit(!isSplit) }
  const file = fileOf(changes, choice)
  const turn = choice.turn
  return (
    <>
      <header className="patch-head">
        <button className="button quiet icon narrow" aria-label="Back to the files" onClick={props.onBack}><ChevronLeft size={18} /></button>
        <div className="grow stack">
          <h2 className="mono patch-name" title={choice.path}>{oneLine(choice.path, 300)}</h2>
          <span className="small muted">
            {turn === undefined ? 'In the whole session' : `In ${calledIn(changes, turn)}`}
            {file && <>, <span title={BY[file.by].long}>changed {BY[file.by].short}</span></>}
            {file?.oldPath && <>; it was {oneLine(file.oldPath)}</>}
          </span>
        </div>
        {file && <Counts added={file.added ?? 0} removed={file.removed ?? 0} />}
        <button className="button wide-only" aria-pressed={isSplit} onClick={toggle}><Columns2 size={14} aria-hidden="true" /> Side by side</button>
        {turn !== undefined && <button className="button" aria-label="Undo in this file" onClick={() => props.onUndo({ turn, files: [choice.path] })}><Undo2 size={14} aria-hidden="true" /> <span>Undo<span className="wide-only"> in this file</span></span></button>}
      </header>
      <PatchView key={String(isSplit)} id={props.id} choice={choice} isSplit={isSplit} />
    </>
  )
}

function newest(changes: SessionChanges): Choice | undefined {
  const turn = changes.turns.findLast(one => one.files.length > 0)
  return turn && { turn: turn.number, path: turn.files[0]!.path }
}

function fileOf(changes: SessionChanges, choice: Choice): FileChange | undefined {
  const files = choice.turn === undefined ? [...changes.files, ...changes.meanwhile] : changes.turns.find(one => one.number === choice.turn)?.files
  return files?.find(one => one.path === choice.path)
}
