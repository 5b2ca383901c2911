import { useSyncExternalStore } from 'react'
import { timeThere } from './clock'

const MINUTE = 60_000

/** How long ago, in at most six letters. A clock that is off shows nothing silly. */
export function ago(time: string | undefined, now = timeThere()): string {
  if (!time) return ''
  const passed = Math.max(0, now - Date.parse(time))
  if (!Number.isFinite(passed)) return ''
  if (passed < MINUTE) return 'now'
  if (passed < 60 * MINUTE) return `${Math.floor(passed / MINUTE)} min`
  if (passed < 24 * 60 * MINUTE) return `${Math.floor(passed / (60 * MINUTE))} h`
  if (passed < 30 * 24 * 60 * MINUTE) return `${Math.floor(passed / (24 * 60 * MINUTE))} d`
  return new Date(time).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })
}

export function exact(time: string | undefined): string {
  return time ? new Date(time).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }) : ''
}

// One clock for all ages on the screen; it wakes once in half a minute, and not while nobody looks.
const listeners = new Set<() => void>()
let ticks = 0
setInterval(() => {
  if (document.visibilityState !== 'visible') return
  ticks++
  for (const listener of listeners) listener()
}, 30_000)

/** The age of something, kept fresh. */
export function useAgo(time: string | undefined): string {
  useSyncExternalStore(listener => (listeners.add(listener), () => listeners.delete(listener)), () => ticks)
  return ago(time)
}

export function Ago(props: { time: string | undefined }) {
  return useAgo(props.time)
}
