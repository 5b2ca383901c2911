import { useEffect } from 'react'
import { createStore, useStore } from './store'

interface Offer { text: string; undo: () => void }

const offer = createStore<Offer | null>(null)

/** Offers to take back what was just done, for eight seconds. */
export function offerUndo(text: string, undo: () => void): void {
  offer.set({ text, undo })
}

export function UndoOffer() {
  const now = useStore(offer)
  useEffect(() => {
    // The offer ends by itself; the timer belongs to this offer only.
    if (!now) return
    const timer = setTimeout(() => offer.set(null), 8_000)
    return () => clearTimeout(timer)
  }, [now])
  if (!now) return null
  return (
    <div className="undo" role="status">
      <span>{now.text}</span>
      <button onClick={() => { now.undo(); offer.set(null) }}>Undo</button>
    </div>
  )
}
