import { Dialog } from './Dialog'
import { ProblemBox } from './states'
import { createStore, useStore } from './store'

const reported = createStore<unknown>(null)

/** Shows a failure of something that has no place of its own on the screen. */
export function report(failure: unknown): void {
  reported.set(failure)
}

export function Report() {
  const failure = useStore(reported)
  if (failure === null) return null
  const close = () => reported.set(null)
  return (
    <Dialog label="It did not work" onClose={close}>
      <h2>It did not work</h2>
      <ProblemBox failure={failure} />
      <footer><button className="button" autoFocus onClick={close}>Close</button></footer>
    </Dialog>
  )
}
