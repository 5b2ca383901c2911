import { useEffect, useState } from 'react'
import type { Screen } from './screen'

const KEYS = [['Esc', '\u001b'], ['Tab', '\t'], ['↑', '\u001b[A', 'Up'], ['↓', '\u001b[B', 'Down'], ['←', '\u001b[D', 'Left'], ['→', '\u001b[C', 'Right'], ['⏎', '\r', 'Enter'], ['/', '/'], ['|', '|'], ['~', '~']] as const

/** The keys a phone does not have. Ctrl stays down for the next letter. */
export function KeyBar(props: { screen: Screen }) {
  const { screen } = props
  const [isCtrl, setCtrl] = useState(false)
  useEffect(() => { screen.onCtrlUsed = () => setCtrl(false) }, [screen])
  const press = (data: string) => {
    screen.send(isCtrl && data.length === 1 && /[a-z/|~]/i.test(data) ? String.fromCharCode(data.charCodeAt(0) & 0x1f) : data)
    hold(false)
  }
  const hold = (value: boolean) => { screen.isCtrl = value; setCtrl(value) }
  // The focus stays in the terminal, so that the keyboard of the phone stays open.
  const keep = (event: React.PointerEvent | React.MouseEvent) => event.preventDefault()
  return (
    <div className="key-bar" role="toolbar" aria-label="Keys" onPointerDown={keep} onMouseDown={keep}>
      <button aria-pressed={isCtrl} onClick={() => hold(!isCtrl)}>Ctrl</button>
      {KEYS.map(([shown, data, name]) => <button key={shown} aria-label={name ?? shown} onClick={() => press(data)}>{shown}</button>)}
      <button onClick={() => void navigator.clipboard?.readText().then(text => screen.paste(text)).catch(() => undefined)}>Paste</button>
    </div>
  )
}
