import { useState } from 'react'
import { wasStartedClean } from './kept'

/** Says once that what another version of the page kept in this browser is gone. */
export function CleanNotice() {
  const [isShown, setShown] = useState(wasStartedClean)
  if (!isShown) return null
  return (
    <div className="notice-bar" role="status">
      <span>Parley’s page has changed. What its other version kept in this browser (drafts, the look, notices) could not be taken over; your sessions are all there.</span>
      <button className="button quiet" onClick={() => setShown(false)}>Close</button>
    </div>
  )
}
