import { useQuery } from '@tanstack/react-query'
import { Plus, SplitSquareHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { call } from '../../api/client'
import type { Terminal } from '../../api/generated'
import { queries } from '../../api/queries'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { ProviderSign } from '../../ui/Provider'
import { Empty, ProblemBox, Skeleton } from '../../ui/states'
import { projectName } from '../../ui/text'
import { NewTerminal } from './NewTerminal'
import './terminals.css'

// The terminal itself is large; a page without one does without it.
const Pane = lazy(async () => ({ default: (await import('./TerminalPane')).TerminalPane }))
const MOST_PANES = 4

const pathOf = (ids: string[]) => (ids.length === 0 ? '/term' : `/term/${encodeURIComponent(ids[0]!)}${ids.length > 1 ? `?with=${ids.slice(1).map(encodeURIComponent).join(',')}` : ''}`)

/** Terminals that belong to Parley: they go on when the page is closed. The address holds which are side by side. */
export function Terminals() {
  const { id } = useParams<{ id?: string }>()
  const beside = new URLSearchParams(useSearch()).get('with')?.split(',').filter(Boolean) ?? []
  const all = useQuery({ queryKey: ['terminals'], queryFn: ({ signal }) => call('listTerminals', { signal }), staleTime: 0 })
  const [asked, setAsked] = useState<'new' | 'beside' | null>(null)
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map())
  const [active, setActive] = useState<string>()
  const terminals = all.data ?? []
  const first = id ?? terminals[0]?.terminalId
  const shown = [...new Set([first, ...beside])].map(one => terminals.find(other => other.terminalId === one)).filter(one => one !== undefined).slice(0, MOST_PANES)
  const current = shown.find(one => one.terminalId === active) ?? shown[0]
  const ids = shown.map(one => one.terminalId)
  const nameOf = (one: Terminal) => titles.get(one.terminalId) || `${one.provider ?? 'Shell'} · ${projectName(one.cwd)}`
  const opened = (terminal: Terminal) => {
    queries.setQueryData<Terminal[]>(['terminals'], before => [...(before ?? []).filter(one => one.terminalId !== terminal.terminalId), terminal])
    setActive(terminal.terminalId)
    go(pathOf(asked === 'beside' ? [...ids, terminal.terminalId] : [terminal.terminalId]))
    setAsked(null)
  }
  const close = async (terminal: Terminal) => {
    await call('closeTerminal', { path: { id: terminal.terminalId } }).catch(() => undefined)
    queries.setQueryData<Terminal[]>(['terminals'], before => (before ?? []).filter(one => one.terminalId !== terminal.terminalId))
    go(pathOf(ids.filter(one => one !== terminal.terminalId)), { replace: true })
    void all.refetch()
  }
  const step = (by: number) => {
    const at = terminals.findIndex(one => one.terminalId === current?.terminalId)
    const next = terminals[(at + by + terminals.length) % terminals.length]
    if (next) { setActive(next.terminalId); if (!ids.includes(next.terminalId)) go(pathOf([next.terminalId])) }
  }
  useSubject(current ? `${current.provider ?? 'Shell'} in ${projectName(current.cwd)}` : 'Terminals')
  useActions([
    { id: 'terminal.new', title: 'Open a terminal', group: 'Terminal', keys: ['Mod+Shift+O'], run: () => setAsked('new') },
    { id: 'terminal.split', title: 'Open a terminal beside this one', group: 'Terminal', keys: ['Mod+\\', 'Mod+Shift+D'], when: () => shown.length > 0 && shown.length < MOST_PANES, run: () => setAsked('beside') },
    { id: 'terminal.next', title: 'Next terminal', group: 'Terminal', keys: ['Mod+Shift+ArrowRight'], when: () => terminals.length > 1, run: () => step(1) },
    { id: 'terminal.previous', title: 'Previous terminal', group: 'Terminal', keys: ['Mod+Shift+ArrowLeft'], when: () => terminals.length > 1, run: () => step(-1) },
  ])
  return (
    <Columns>
      <header className="terminal-tabs">
        <h1 className="hidden-text">Terminals</h1>
        <div className="tab-list" role="list" aria-label="Terminals">
          {terminals.map(one => (
            <span key={one.terminalId} role="listitem" className={`terminal-tab${ids.includes(one.terminalId) ? ' shown' : ''}`}>
              <a href={pathOf([one.terminalId])} aria-current={one === current ? 'page' : undefined} title={one.cwd} onClick={event => { event.preventDefault(); setActive(one.terminalId); if (!ids.includes(one.terminalId)) go(pathOf([one.terminalId])) }}>
                {one.provider ? <ProviderSign id={one.provider} /> : <span className="mono" aria-hidden="true">$</span>}
                <span className="cut">{nameOf(one)}</span>
                {one.exitCode !== undefined && <span className="muted small">ended</span>}
              </a>
              <button className="tab-close" aria-label={`Close ${nameOf(one)}`} onClick={() => void close(one)}><X size={14} /></button>
            </span>
          ))}
        </div>
        {shown.length > 0 && shown.length < MOST_PANES && <button className="button quiet icon wide-only" aria-label="Open one beside" title="Open one beside" onClick={() => setAsked('beside')}><SplitSquareHorizontal size={16} /></button>}
        <button className="button quiet icon" aria-label="Open a terminal" title="Open a terminal" onClick={() => setAsked('new')}><Plus size={16} /></button>
      </header>
      {all.error && !all.data && <ProblemBox failure={all.error} retry={() => void all.refetch()} />}
      {all.isPending && <Skeleton rows={4} />}
      {all.data && id && !terminals.some(one => one.terminalId === id) && <Empty title="This terminal is not there any more." action={<button className="button" onClick={() => go('/term')}>Show the others</button>}>It was closed, or Parley was started again.</Empty>}
      {all.data && !id && terminals.length === 0 && <Empty title="No terminal is open." action={<button className="button primary" onClick={() => setAsked('new')}>Open a terminal</button>}>A shell, or a CLI in its own face. It goes on when you close the page.</Empty>}
      {shown.length > 0 && (
        <div className="terminal-panes">
          <Suspense fallback={<Skeleton rows={4} />}>
            {shown.map(one => (
              <Pane key={one.terminalId} terminal={one} isActive={one === current} onActive={() => setActive(one.terminalId)} onTitle={title => setTitles(before => new Map(before).set(one.terminalId, title))} onClose={() => void close(one)} />
            ))}
          </Suspense>
        </div>
      )}
      {asked && <NewTerminal onOpened={opened} onClose={() => setAsked(null)} />}
    </Columns>
  )
}
