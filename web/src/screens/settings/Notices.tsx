import { useState } from 'react'
import { chime } from '../../frame/chime'
import { kept } from '../../frame/kept'

type Permit = NotificationPermission | 'unknown'

/** Notices of this browser: a person switches them on, and the browser has to agree. */
export function Notices() {
  const [isOn, setOn] = useState(kept.read('notices', false))
  const [permit, setPermit] = useState<Permit>('Notification' in window ? Notification.permission : 'unknown')
  const [hasSound, setSound] = useState(kept.read('sound', false))
  const sound = (wanted: boolean) => {
    kept.write('sound', wanted)
    setSound(wanted)
    if (wanted) chime()
  }
  const change = async (wanted: boolean) => {
    let answer = permit
    if (wanted && permit === 'default') { answer = await Notification.requestPermission(); setPermit(answer) }
    const next = wanted && answer === 'granted'
    kept.write('notices', next)
    setOn(next)
  }
  return (
    <ul className="entries">
      <li className="entry row">
        <span className="stack grow"><strong>Notices of the browser</strong><span className="muted small">When an agent asks, fails or is done; never for the session you look at.</span></span>
        <label className="switch"><input type="checkbox" role="switch" aria-label="Notices of the browser" checked={isOn && permit === 'granted'} disabled={permit === 'unknown' || permit === 'denied'} onChange={event => void change(event.target.checked)} /><span aria-hidden="true" /></label>
      </li>
      {permit === 'denied' && <li className="muted small entry">The browser refuses notices of this page. Allow them in the settings of the site, beside its address.</li>}
      {permit === 'unknown' && <li className="muted small entry">This browser shows no notices here.</li>}
      <li className="entry row">
        <span className="stack grow"><strong>A short sound</strong><span className="muted small">At the same moments, as long as the page is open.</span></span>
        <label className="switch"><input type="checkbox" role="switch" aria-label="A short sound" checked={hasSound} onChange={event => sound(event.target.checked)} /><span aria-hidden="true" /></label>
      </li>
      <li className="entry muted small">The title of the tab and its icon always tell how many things wait.</li>
    </ul>
  )
}
