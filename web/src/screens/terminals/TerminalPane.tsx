import '@xterm/xterm/css/xterm.css'
import { useEffect, useRef, useState } from 'react'
import { useActions } from '../../actions/registry'
import type { Terminal } from '../../api/generated'
import { queries } from '../../api/queries'
import { ProblemBox } from '../../ui/states'
import { Asked, type Wish } from './Asked'
import { FindBar } from './FindBar'
import { KeyBar } from './KeyBar'
import { Screen } from './screen'

/** One terminal: its screen, what it asks for, the bar of keys on a phone. */
export function TerminalPane(props: { terminal: Terminal; isActive: boolean; onActive: () => void; onTitle: (title: string) => void; onClose: () => void }) {
  const { terminalId } = props.terminal
  const box = useRef<HTMLDivElement>(null)
  const [screen, setScreen] = useState<Screen | null>(null)
  const [wish, setWish] = useState<Wish | null>(null)
  const [exit, setExit] = useState(props.terminal.exitCode)
  const [failure, setFailure] = useState<unknown>()
  const [isFinding, setFinding] = useState(false)
  const titled = useRef(props.onTitle)
  titled.current = props.onTitle
  useEffect(() => {
    // A terminal is a machine of its own: it lives as long as its box.
    const made = new Screen(terminalId, box.current!, {
      onTitle: title => titled.current(title),
      onClipboard: text => setWish({ kind: 'clipboard', text }),
      onLink: text => setWish({ kind: 'link', text }),
      onExit: code => { setExit(code); void queries.invalidateQueries({ queryKey: ['terminals'] }) },
      onProblem: setFailure,
    })
    setScreen(made)
    return () => { setScreen(null); made.close() }
  }, [terminalId])
  useEffect(() => { if (props.isActive) screen?.focus() }, [screen, props.isActive])
  useActions(props.isActive ? [
    { id: 'terminal.find', title: 'Find in the terminal', group: 'Terminal', keys: ['Mod+Shift+F'], run: () => setFinding(true) },
    { id: 'terminal.copy', title: 'Copy what is selected', group: 'Terminal', keys: ['Mod+Shift+C'], run: () => void navigator.clipboard?.writeText(screen?.selection() ?? '') },
  ] : [])
  return (
    <div className={`terminal-pane${props.isActive ? ' active' : ''}`} onFocus={props.onActive}>
      {failure !== undefined && <ProblemBox failure={failure} />}
      {isFinding && screen && <FindBar screen={screen} onClose={() => { setFinding(false); screen.focus() }} />}
      <div className="terminal-box" ref={box} data-terminal={terminalId} />
      {wish && <Asked wish={wish} onDone={() => { setWish(null); screen?.focus() }} />}
      {exit !== undefined && (
        <div className="terminal-note" role="status"><span>It has ended{exit === 0 ? '.' : ` with code ${exit}.`}</span><button className="button" onClick={props.onClose}>Close</button></div>
      )}
      {screen && exit === undefined && <KeyBar screen={screen} />}
    </div>
  )
}
