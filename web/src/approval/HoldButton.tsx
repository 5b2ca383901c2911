import { useRef, useState, type ReactNode } from 'react'

const LONG_ENOUGH = 600

/** What reaches further than one answer takes a held finger on a touch screen; a mouse and a key click it. */
export function HoldButton(props: { disabled: boolean; title?: string; run: () => void; children: ReactNode }) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTouch = useRef(false)
  const end = () => { clearTimeout(timer.current); setHeld(false) }
  const begin = (event: React.PointerEvent) => {
    isTouch.current = event.pointerType === 'touch'
    if (!isTouch.current || props.disabled) return
    setHeld(true)
    timer.current = setTimeout(() => { end(); props.run() }, LONG_ENOUGH)
  }
  // A click without a place comes from a key or from a screen reader.
  const click = (event: React.MouseEvent) => { if (event.detail < 2 && (!isTouch.current || event.detail === 0)) props.run() }
  return (
    <button
      type="button" className={`button hold${isHeld ? ' is-held' : ''}`} disabled={props.disabled} title={props.title}
      onPointerDown={begin} onPointerUp={end} onPointerCancel={end} onPointerLeave={end} onContextMenu={event => { if (isTouch.current) event.preventDefault() }} onClick={click}
    >
      {props.children}<span className="hold-hint muted small">hold</span>
    </button>
  )
}
