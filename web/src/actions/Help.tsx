import { Dialog } from '../ui/Dialog'
import { spoken } from './keys'
import { possible } from './registry'

/** All keys that do something here and now. */
export function Help(props: { onClose: () => void }) {
  const groups = new Map<string, { title: string; keys: string[] }[]>()
  for (const action of possible()) {
    if (!action.keys?.length) continue
    groups.set(action.group, [...(groups.get(action.group) ?? []), { title: action.title, keys: action.keys }])
  }
  return (
    <Dialog label="Keys" className="sheet help" onClose={props.onClose}>
      <h2>Keys</h2>
      {[...groups].map(([group, all]) => (
        <section key={group}>
          <h3 className="muted small">{group}</h3>
          <dl>
            {all.map(one => (
              <div className="row" key={one.title}>
                <dt className="grow">{one.title}</dt>
                <dd className="row">{one.keys.map(keys => <kbd key={keys}>{spoken(keys)}</kbd>)}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <footer><button className="button" onClick={props.onClose} autoFocus>Close</button></footer>
    </Dialog>
  )
}
