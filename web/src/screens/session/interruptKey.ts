import { useRef } from 'react'
import { goBack } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { interrupt } from './moves'
import type { Now } from './now'

const TWICE_WITHIN = 1_500

/** Escape twice stops an agent that works. Once leaves the composer, or goes back. Other fields have an Escape of their own. */
export function useInterruptKey(now: Now): void {
  const pressed = useRef(0)
  const escape = () => {
    const isTwice = Date.now() - pressed.current < TWICE_WITHIN
    pressed.current = Date.now()
    if (now.status === 'working') {
      if (isTwice) void interrupt(now)
    } else if (isInComposer()) (document.activeElement as HTMLElement).blur()
    else goBack()
  }
  const when = () => !document.querySelector('.completion') && (isInComposer() || !document.activeElement?.matches('input, textarea, select'))
  useActions([{ id: 'escape', title: now.live ? 'Back; twice while the agent works: stop it' : 'Back', group: 'This session', keys: ['Escape'], isKeyOnly: true, when, run: escape }])
}

function isInComposer(): boolean {
  return document.activeElement?.closest('.composer') !== null && document.activeElement?.tagName === 'TEXTAREA'
}
