import { Dialog } from '../ui/Dialog'
import { go } from '../actions/go'
import { perform } from '../actions/registry'

const PLACES = [['/rooms', 'Rooms'], ['/term', 'Terminals'], ['/usage', 'Usage'], ['/settings', 'Settings']] as const

/** What has no room in the bar of a phone. */
export function More(props: { onClose: () => void }) {
  const to = (run: () => void) => () => { props.onClose(); run() }
  return (
    <Dialog label="More" className="sheet" onClose={props.onClose}>
      <ul>
        <li><button className="list-row" onClick={to(() => perform('new'))}>Start a session</button></li>
        <li><button className="list-row" onClick={to(() => perform('palette'))}>Find or do something</button></li>
        {PLACES.map(([path, name]) => <li key={path}><button className="list-row" onClick={to(() => go(path))}>{name}</button></li>)}
      </ul>
    </Dialog>
  )
}
