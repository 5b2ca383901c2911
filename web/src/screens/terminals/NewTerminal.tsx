import { useState, type FormEvent } from 'react'
import { call } from '../../api/client'
import type { Terminal } from '../../api/generated'
import { useProjects, useProviders } from '../../api/queries'
import { kept } from '../../frame/kept'
import { Dialog } from '../../ui/Dialog'
import { ProblemBox } from '../../ui/states'
import { projectName } from '../../ui/text'

/** What runs in a new terminal, and where. */
export function NewTerminal(props: { onOpened: (terminal: Terminal) => void; onClose: () => void }) {
  const providers = (useProviders().data ?? []).filter(one => one.installed && one.id !== 'demo')
  const projects = useProjects().data ?? []
  const [provider, setProvider] = useState('')
  const [typed, setTyped] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  const cwd = typed ?? kept.read('terminal.directory', projects[0]?.project ?? '')
  const open = (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    call('openTerminal', { body: { ...(cwd && { cwd }), ...(provider && { provider }) } }).then(
      terminal => { kept.write('terminal.directory', cwd || undefined); props.onOpened(terminal) },
      (refused: unknown) => { setFailure(refused); setBusy(false) },
    )
  }
  return (
    <Dialog label="Open a terminal" onClose={props.onClose}>
      <h2>Open a terminal</h2>
      <form className="form" onSubmit={open}>
        <label>With
          <select className="field" value={provider} onChange={event => setProvider(event.target.value)}>
            <option value="">A shell</option>
            {providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}
          </select>
        </label>
        <label>In this directory
          <input className="field mono" autoFocus list="terminal-places" value={cwd} placeholder="/home/you/work" onChange={event => setTyped(event.target.value)} />
          <datalist id="terminal-places">{projects.map(one => <option key={one.project} value={one.project}>{projectName(one.project)}</option>)}</datalist>
        </label>
        {failure !== undefined && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button className="button primary" disabled={isBusy}>Open</button>
        </footer>
      </form>
    </Dialog>
  )
}
