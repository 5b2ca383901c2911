import { useState } from 'react'
import { mark } from '../../stream/marks'
import { Dialog } from '../../ui/Dialog'
import { report } from '../../ui/report'
import type { Now } from './now'

/** A title of the person's own; an empty one gives back the session's. */
export function Rename(props: { now: Now; onClose: () => void }) {
  const [title, setTitle] = useState(props.now.title)
  const save = () => {
    mark(props.now.ref, { title: title.trim() }).catch(report)
    props.onClose()
  }
  return (
    <Dialog label="Title" onClose={props.onClose}>
      <h2>Title</h2>
      <form className="form" onSubmit={event => { event.preventDefault(); save() }}>
        <label>Your title for this session<input className="field" autoFocus maxLength={200} value={title} onChange={event => setTitle(event.target.value)} /></label>
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button type="submit" className="button primary">Save</button>
        </footer>
      </form>
    </Dialog>
  )
}
