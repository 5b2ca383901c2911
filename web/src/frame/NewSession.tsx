import { Dialog } from '../ui/Dialog'

export function NewSession(props: { onClose: () => void }) {
  return <Dialog label="New session" onClose={props.onClose}><h2>New session</h2></Dialog>
}
