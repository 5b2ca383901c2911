import { useEffect, useRef } from 'react'
import { createStore } from '../ui/store'

/** Something a person can do. The palette, the keys, the menus and the help all read it from here. */
export interface Action {
  id: string
  title: string
  /** Under which heading the palette and the help show it. */
  group: string
  /** Such as `Mod+K`, `g i`, `Shift+J`. Letters alone count only outside of text fields. */
  keys?: string[]
  /** Whether it is possible now. */
  when?: () => boolean
  /** Not in the palette: it makes sense only by its key. */
  isKeyOnly?: boolean
  /** Its keys count in text fields, too, although they are plain. */
  inFields?: boolean
  run: () => void
}

/** All actions there are now; what was registered last goes first. */
export const actions = createStore<readonly Action[]>([])

export function register(added: readonly Action[]): () => void {
  actions.update(before => [...added, ...before])
  return () => actions.update(before => before.filter(one => !added.includes(one)))
}

/** Registers actions while a component is there. They always run with what the component knows now. */
export function useActions(now: readonly Action[]): void {
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const shape = now.map(one => `${one.id} ${one.title} ${(one.keys ?? []).join(',')}`).join('\n')
  useEffect(() => {
    const find = (id: string) => latest.current.find(one => one.id === id)
    return register(
      latest.current.map(one => ({ ...one, run: () => find(one.id)?.run(), when: () => find(one.id)?.when?.() ?? find(one.id) !== undefined })),
    )
  }, [shape])
}

export function possible(): Action[] {
  const seen = new Set<string>()
  return actions.get().filter(one => (one.when?.() ?? true) && !seen.has(one.id) && seen.add(one.id))
}

/** Does the action with this name, if it is possible now. */
export function perform(id: string): boolean {
  const action = possible().find(one => one.id === id)
  action?.run()
  return action !== undefined
}
