import { useEffect } from 'react'
import { waitingCount } from '../stream/inbox'
import { createStore, useStore } from '../ui/store'

/** What the screen in view is about; a screen sets it while it is there. */
export const subject = createStore('')

/** `(2) Parley · <session>`, and a dot on the icon while something waits. */
export function useTitle(): void {
  const count = useStore(waitingCount)
  const about = useStore(subject)
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}Parley${about ? ` · ${about}` : ''}`
  }, [count, about])
  useEffect(() => {
    document.querySelector('link[rel=icon]')?.setAttribute('href', count > 0 ? '/icon-waiting.svg' : '/icon.svg')
    void (count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.())?.catch(() => undefined)
  }, [count])
}

export function useSubject(text: string): void {
  useEffect(() => {
    subject.set(text)
    return () => subject.set('')
  }, [text])
}
