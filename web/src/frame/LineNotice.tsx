import { useEffect, useState } from 'react'
import { connection } from '../stream/connection'
import { useStore } from '../ui/store'

/** Says that the connection is lost, once that lasts longer than a blink. */
export function LineNotice() {
  const isLost = useStore(connection.line) === 'lost'
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    // A restart of a second is nothing to read about.
    if (!isLost) return setShown(false)
    const timer = setTimeout(() => setShown(true), 700)
    return () => clearTimeout(timer)
  }, [isLost])
  if (!isShown) return null
  return <div className="notice-bar" role="status">Parley does not answer. What you see is what was last known; the page goes on by itself.</div>
}
