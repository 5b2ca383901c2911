import { possible, type Action } from './registry'

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)
const SEQUENCE_TIME = 1_200

let begun: { key: string; at: number } | null = null

/** Listens for the keys of all registered actions. */
export function startKeys(): void {
  window.addEventListener('keydown', event => {
    const action = found(event)
    if (!action) return
    event.preventDefault()
    event.stopPropagation()
    action.run()
  }, { capture: true })
}

function found(event: KeyboardEvent): Action | undefined {
  if (event.isComposing || event.keyCode === 229 || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return undefined
  const pressed = nameOf(event)
  const before = begun && event.timeStamp - begun.at < SEQUENCE_TIME ? begun.key : null
  begun = null
  const all = possible().filter(action => isAllowed(event, pressed, action))
  const both = before ? all.find(action => action.keys?.includes(`${before} ${pressed}`)) : undefined
  if (both) return both
  const single = all.find(action => action.keys?.includes(pressed))
  if (!single && all.some(action => action.keys?.some(keys => keys.startsWith(`${pressed} `)))) begun = { key: pressed, at: event.timeStamp }
  return single
}

function isAllowed(event: KeyboardEvent, pressed: string, action: Action): boolean {
  const target = event.target instanceof Element ? event.target : null
  if (target?.closest('.xterm')) return pressed === 'Mod+K' || /^Mod\+Shift\+/.test(pressed)
  // A click beside its fields takes the focus out of a dialog; what is behind it still has no keys.
  if (document.querySelector('dialog[open]') && !action.inFields) return false
  // An open menu takes the keys; Escape closes it and nothing else.
  if (document.querySelector('[popover]:popover-open') && !pressed.startsWith('Mod+')) return false
  if (pressed.startsWith('Mod+') || pressed.startsWith('Alt+') || action.inFields) return true
  const isField = target?.matches('input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]') ?? false
  if (isField) return pressed === 'Escape'
  // A button or a link that has the focus takes Enter and Space itself.
  return !(pressed === 'Enter' && target?.matches('button, a[href], summary, [role=tab], [role=menuitem]'))
}

/** `Mod+Shift+K`, `j`, `Shift+J`, `?`: a letter with Shift says so, a sign stands for itself. */
function nameOf(event: KeyboardEvent): string {
  const isLetter = /^[a-z]$/i.test(event.key)
  const key = event.key === ' ' ? 'Space' : isLetter ? event.key.toUpperCase() : event.key
  const mod = isMac ? event.metaKey : event.ctrlKey
  const withShift = event.shiftKey && (isLetter || event.key.length > 1)
  const parts = [mod && 'Mod', event.altKey && 'Alt', withShift && 'Shift'].filter(Boolean)
  const alone = parts.length === 0 && isLetter
  return [...parts, alone ? key.toLowerCase() : key].join('+')
}

/** Keys as a person reads them: `Ctrl K`, `⌘ K`, `g i`. */
export function spoken(keys: string): string {
  return keys
    .replaceAll('Mod+', isMac ? '⌘ ' : 'Ctrl ')
    .replaceAll('Alt+', isMac ? '⌥ ' : 'Alt ')
    .replaceAll('Shift+', isMac ? '⇧ ' : 'Shift ')
    .replace('Enter', '⏎').replace('Escape', 'Esc')
}
