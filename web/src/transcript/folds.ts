import { useSyncExternalStore } from 'react'

/** Which rows are opened. Kept outside of the rows, because those leave the screen and come back. */
const opened = new Set<string>()
const listeners = new Set<() => void>()

export function setOpened(key: string, isOpen: boolean): void {
  if (isOpen) opened.add(key)
  else opened.delete(key)
  for (const listener of listeners) listener()
}

export function isOpened(key: string): boolean {
  return opened.has(key)
}

export function useOpened(key: string): [boolean, () => void] {
  const isOpen = useSyncExternalStore(listener => (listeners.add(listener), () => listeners.delete(listener)), () => opened.has(key))
  return [isOpen, () => setOpened(key, !isOpen)]
}
