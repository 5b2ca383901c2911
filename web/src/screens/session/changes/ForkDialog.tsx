import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { go, sessionPath } from '../../../actions/go'
import { call } from '../../../api/client'
import { queries, useProviders } from '../../../api/queries'
import { Dialog } from '../../../ui/Dialog'
import { ProblemBox } from '../../../ui/states'
import type { Now } from '../now'

/** A new session from a turn: with what was said until then, and with the files as they were then. */
export function ForkDialog(props: { id: string; turn: number; now: Now; onClose: () => void }) {
  const { id, turn, now } = props
  const providers = (useProviders().data ?? []).filter(one => one.installed)
  const [provider, setProvider] = useState(now.facts.provider)
  const [prompt, setPrompt] = useState('')
  const fork = useMutation({
    mutationFn: () => call('forkSession', { path: { id, turn }, body: { provider, prompt: prompt.trim() || undefined } }),
    onSuccess: session => { void queries.invalidateQueries({ queryKey: ['worktrees'] }); props.onClose(); go(sessionPath(session.id)) },
  })
  const title = `Go on from turn ${turn}`
  return (
    <Dialog label={title} onClose={props.onClose}>
      <h2>{title}</h2>
      <form className="form" onSubmit={event => { event.preventDefault(); fork.mutate() }}>
        <p className="muted">A new session begins with everything said until the end of this turn, in a worktree with the files as they were then. This session and your own tree stay as they are.</p>
        <label>With<select className="field" value={provider} onChange={event => setProvider(event.target.value)}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
        <label>And then<textarea className="field" rows={3} autoFocus placeholder="What to do another way (optional)" value={prompt} onChange={event => setPrompt(event.target.value)} /></label>
        {fork.isError && <ProblemBox failure={fork.error} />}
        <footer>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button type="submit" className="button primary" disabled={fork.isPending}>Go on from here</button>
        </footer>
      </form>
    </Dialog>
  )
}
