import { useSyncExternalStore } from 'react'

/** A value that lives outside of React, for what streams or is shared by screens. */
export interface Store<T> {
  get(): T
  set(next: T): void
  update(change: (before: T) => T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  const store: Store<T> = {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    update: change => store.set(change(value)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return store
}

/** The value of a store. A part of it is chosen by a function that gives the same object for the same value. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, P>(store: Store<T>, part: (value: T) => P): P
export function useStore<T, P>(store: Store<T>, part?: (value: T) => P): T | P {
  return useSyncExternalStore(store.subscribe, () => (part ? part(store.get()) : store.get()))
}
