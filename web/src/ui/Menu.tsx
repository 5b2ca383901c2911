import { useId, useRef, type ReactNode } from 'react'

export interface MenuItem {
  title: string
  icon?: ReactNode
  isPossible?: boolean
  run: () => void
}

/** A button that opens a list of things to do, on the native popover. */
export function Menu(props: { label: string; button: ReactNode; className?: string; items: MenuItem[] }) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const place = () => {
    const box = button.current?.getBoundingClientRect()
    if (!box || !menu.current) return
    const width = 220
    menu.current.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`
    const isLow = box.bottom + 280 > innerHeight && box.top > innerHeight / 2
    menu.current.style.top = isLow ? 'auto' : `${box.bottom}px`
    menu.current.style.bottom = isLow ? `${innerHeight - box.top}px` : 'auto'
  }
  const move = (event: React.KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const all = [...(menu.current?.querySelectorAll<HTMLButtonElement>('button:not(:disabled)') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    all[(at + (event.key === 'ArrowDown' ? 1 : all.length - 1)) % all.length]?.focus()
  }
  return (
    <>
      <button ref={button} className={props.className ?? 'button quiet icon'} aria-label={props.label} title={props.label} aria-haspopup="menu" popoverTarget={id} onClick={place}>
        {props.button}
      </button>
      <div ref={menu} id={id} popover="auto" className="menu" role="menu" aria-label={props.label} onKeyDown={move} onToggle={event => { if (event.newState === 'open') { place(); menu.current?.querySelector('button')?.focus() } }}>
        {props.items.map(item => (
          <button key={item.title} role="menuitem" disabled={item.isPossible === false} onClick={() => { menu.current?.hidePopover(); item.run() }}>
            {item.icon}{item.title}
          </button>
        ))}
      </div>
    </>
  )
}
