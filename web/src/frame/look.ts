import { createStore } from '../ui/store'
import { kept } from './kept'

export type Look = 'system' | 'light' | 'dark'

/** Light, dark, or as the system says. */
export const look = createStore<Look>(kept.read('look', 'system'))

export function startLook(): void {
  const apply = () => {
    if (look.get() === 'system') delete document.documentElement.dataset.look
    else document.documentElement.dataset.look = look.get()
  }
  look.subscribe(() => {
    kept.write('look', look.get())
    apply()
  })
  apply()
}
