import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { go, sessionPath } from '../actions/go'
import { spoken } from '../actions/keys'
import { perform } from '../actions/registry'
import { call } from '../api/client'
import type { Permission } from '../api/generated'
import { queries, useModels, useProjects, useProviders } from '../api/queries'
import { Dialog } from '../ui/Dialog'
import { closestMode, modesOf } from '../ui/freedom'
import { ProblemBox } from '../ui/states'
import { kept } from './kept'

interface Wish { provider: string; cwd: string; model: string; permission: Permission; prompt: string; isApart: boolean; branch: string; base: string }

/** Starts a session: who, where, what. It remembers the last answers. */
export function NewSession(props: { onClose: () => void }) {
  const providers = useProviders().data?.filter(one => one.installed) ?? []
  const projects = useProjects().data ?? []
  const [wish, setWish] = useState<Wish>(() => ({ ...kept.read<Partial<Wish>>('new', {}), prompt: kept.read('new.prompt', ''), branch: '', base: '' }) as Wish)
  const [failure, setFailure] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const provider = providers.find(one => one.id === wish.provider) ?? providers.find(one => one.id !== 'demo') ?? providers[0]
  const cwd = wish.cwd ?? projects[0]?.project ?? ''
  const places = useQuery({ queryKey: ['directories', cwd], queryFn: ({ signal }) => call('findDirectories', { query: { prefix: cwd, limit: 12 }, signal }), enabled: cwd.startsWith('/'), retry: false, placeholderData: before => before })
  const models = (useModels().data ?? []).filter(one => one.provider === provider?.id && !one.repository && !one.deprecated)
  const change = (part: Partial<Wish>) => setWish(before => ({ ...before, ...part }))
  const modes = modesOf(provider)
  const permission = closestMode(modes, wish.permission ?? 'ask')
  const start = async () => {
    if (!provider) return
    setBusy(true)
    setFailure(null)
    try {
      const place = wish.isApart ? await call('createWorktree', { body: { project: cwd, branch: wish.branch.trim() || undefined, base: wish.base.trim() || undefined } }) : undefined
      const session = await call('startLive', { body: { provider: provider.id, cwd: place?.path ?? cwd, model: wish.model || undefined, permission, prompt: wish.prompt.trim() || undefined } })
        // A worktree nobody works in is of no use.
        .catch(async (problem: unknown) => { if (place) await call('removeWorktree', { path: { id: place.id } }).catch(() => undefined); throw problem })
      if (place) void queries.invalidateQueries({ queryKey: ['worktrees'] })
      kept.write('new.prompt', undefined)
      kept.write('new', { provider: provider.id, cwd, model: wish.model, permission, isApart: wish.isApart })
      props.onClose()
      go(sessionPath(session.id))
    } catch (problem) {
      setFailure(problem)
      setBusy(false)
    }
  }
  return (
    <Dialog label="New session" onClose={props.onClose}>
      <h2>New session</h2>
      <form className="form" onSubmit={event => { event.preventDefault(); void start() }}>
        <label>What to do<textarea className="field" rows={4} autoFocus placeholder="Describe the work…" value={wish.prompt} onChange={event => { change({ prompt: event.target.value }); kept.write('new.prompt', event.target.value || undefined) }} onKeyDown={event => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void start() }} /></label>
        <label>Where<input className="field mono" list="known-places" placeholder="/path/to/project" value={cwd} onChange={event => change({ cwd: event.target.value })} spellCheck={false} required /></label>
        <datalist id="known-places">
          {[...new Set([...(places.data?.directories.map(one => one.path) ?? []), ...projects.slice(0, 20).map(one => one.project)])].map(path => <option key={path} value={path} />)}
        </datalist>
        <div className="row new-apart">
          <label className="line"><input type="checkbox" checked={wish.isApart ?? false} onChange={event => change({ isApart: event.target.checked })} />In a worktree of its own</label>
          {wish.isApart && <input className="field mono grow" aria-label="Branch of the worktree" placeholder="new branch" spellCheck={false} value={wish.branch} onChange={event => change({ branch: event.target.value })} />}
          {wish.isApart && <input className="field mono grow" aria-label="Where the worktree begins" placeholder="from HEAD" spellCheck={false} value={wish.base} onChange={event => change({ base: event.target.value })} />}
        </div>
        <div className="three">
          <label>Agent<select className="field" value={provider?.id ?? ''} onChange={event => change({ provider: event.target.value, model: '' })}>{providers.map(one => <option key={one.id} value={one.id}>{one.name}</option>)}</select></label>
          <label>Model<select className="field" value={wish.model ?? ''} onChange={event => change({ model: event.target.value })}><option value="">Its usual one</option>{models.map(one => <option key={one.name} value={one.name}>{one.name}</option>)}</select></label>
          <label>Freedom<select className="field" value={permission} onChange={event => change({ permission: event.target.value as Permission })}>{modes.map(([mode, name]) => <option key={mode} value={mode}>{name}</option>)}</select></label>
        </div>
        {failure !== null && <ProblemBox failure={failure} />}
        <footer>
          <button type="button" className="button quiet race-instead" onClick={() => { props.onClose(); perform('race') }}>Several agents…</button>
          <button type="button" className="button" onClick={props.onClose}>Cancel</button>
          <button type="submit" className="button primary" disabled={isBusy || !provider || !cwd}>Start <kbd className="wide-only">{spoken('Mod+Enter')}</kbd></button>
        </footer>
      </form>
    </Dialog>
  )
}
