import { GitFork, MoreHorizontal, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { FileChange, SessionChanges, TurnChanges, UndoRequest } from '../../../api/generated'
import { Counts } from '../../../transcript/DiffView'
import { Menu } from '../../../ui/Menu'
import { oneLine, plural } from '../../../ui/text'
import { Ago, exact } from '../../../ui/time'
import type { Choice } from './useChanges'
import { BY, KIND, nameOf, sum, warningsOf } from './words'

const FIRST = 50

interface Handed { choice?: Choice; onChoose: (choice: Choice) => void }

interface Deeds { onUndo: (request: UndoRequest) => void; onFork: (turn: number) => void }

/** The turns, the newest first, then the whole session; below each its files. */
export function TurnList(props: Handed & Deeds & { changes: SessionChanges }) {
  const { turns, files, meanwhile } = props.changes
  return (
    <nav className="turn-list" aria-label="Turns and files">
      {turns.toReversed().map(turn => <Turn key={turn.number} turn={turn} isLast={turn === turns.at(-1)} choice={props.choice} onChoose={props.onChoose} onUndo={props.onUndo} onFork={props.onFork} />)}
      {(turns.length > 1 || meanwhile.length > 0) && (
        <section aria-label="Whole session">
          <div className="turn-title"><h2>Whole session</h2><span className="grow small muted">{plural(files.length, 'file')}</span><Counts {...sum(files)} /></div>
          {files.length === 0 && <p className="small muted turn-note">All in all, nothing has changed.</p>}
          <Files files={[...files, ...meanwhile]} choice={props.choice} onChoose={props.onChoose} />
        </section>
      )}
    </nav>
  )
}

function Turn(props: Handed & Deeds & { turn: TurnChanges; isLast: boolean }) {
  const { turn } = props
  const canFork = turn.kind === 'turn' && turn.endedAt !== undefined
  return (
    <section aria-label={nameOf(turn)}>
      <div className="turn-title">
        <h2>{nameOf(turn)}</h2>
        <span className="grow small muted" title={exact(turn.startedAt)}>{turn.endedAt ? <Ago time={turn.endedAt} /> : 'no end yet'}</span>
        <Counts {...sum(turn.files)} />
        {(turn.files.length > 0 || canFork) && (
          <Menu
            label={`What can be done with ${nameOf(turn)}`} button={<MoreHorizontal size={16} />} className="button quiet icon row-menu-button"
            items={[
              { title: turn.kind === 'undo' ? 'Undo this undo…' : 'Undo this turn…', icon: <Undo2 size={14} />, isPossible: turn.files.length > 0, run: () => props.onUndo({ turn: turn.number }) },
              { title: 'Undo this and all after it…', icon: <Undo2 size={14} />, isPossible: !props.isLast, run: () => props.onUndo({ turn: turn.number, since: true }) },
              ...(canFork ? [{ title: 'Go on from here…', icon: <GitFork size={14} />, run: () => props.onFork(turn.number) }] : []),
            ]}
          />
        )}
      </div>
      {warningsOf(turn).map(text => <p key={text} className="small turn-note warning">{oneLine(text, 400)}</p>)}
      {turn.files.length === 0 && <p className="small muted turn-note">It changed no files.</p>}
      <Files files={turn.files} turn={turn.number} choice={props.choice} onChoose={props.onChoose} />
      {turn.meanwhile.length > 0 && <p className="small muted turn-note" title={turn.meanwhile.slice(0, 30).map(one => oneLine(one.path)).join('\n')}>Before it, others changed {turn.meanwhile.length === 1 ? oneLine(turn.meanwhile[0]!.path) : plural(turn.meanwhile.length, 'file')}.</p>}
    </section>
  )
}

function Files(props: Handed & { files: readonly FileChange[]; turn?: number }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? props.files : props.files.slice(0, FIRST)
  return (
    <ul>
      {shown.map(file => (
        <li key={file.path}>
          <button
            className="list-row change-row" title={`${oneLine(file.path, 500)}\n${BY[file.by].long}`}
            aria-current={props.choice?.path === file.path && props.choice.turn === props.turn ? 'true' : undefined}
            onClick={() => props.onChoose({ turn: props.turn, path: file.path })}
          >
            <span className="grow stack">
              <FileName path={file.path} />
              <span className="small muted cut">{[KIND[file.kind], BY[file.by].short].filter(Boolean).join(', ')}</span>
            </span>
            <Counts added={file.added ?? 0} removed={file.removed ?? 0} />
          </button>
        </li>
      ))}
      {shown.length < props.files.length && <li><button className="more" onClick={() => setWhole(true)}>Show all {props.files.length.toLocaleString()} files</button></li>}
    </ul>
  )
}

/** The name stays readable; the directory is what gets cut. */
function FileName(props: { path: string }) {
  const path = oneLine(props.path, 500)
  const at = path.lastIndexOf('/') + 1
  return <span className="mono change-name">{at > 0 && <span className="muted cut">{path.slice(0, at)}</span>}<span className="cut last">{path.slice(at)}</span></span>
}
