import { useRef } from 'react'
import { useActions } from '../../actions/registry'
import { interrupt } from './moves'
import type { Now } from './now'

const TWICE_WITHIN = 1_500

/** Escape twice stops an agent that works. Once leaves the text field, or goes back. */
export function useInterruptKey(now: Now, isOn: boolean): void {
  const pressed = useRef(0)
  const escape = () => {
    const isTwice = Date.now() - pressed.current < TWICE_WITHIN
    pressed.current = Date.now()
    if (now.status === 'working') {
      if (isTwice) void interrupt(now)
    } else if (document.activeElement instanceof HTMLTextAreaElement) document.activeElement.blur()
    else history.back()
  }
  useActions(isOn ? [{ id: 'escape', title: 'Back; twice while the agent works: stop it', group: 'This session', keys: ['Escape'], isKeyOnly: true, run: escape }] : [])
}
