import { Archive, ChevronLeft, FileDown, GitFork, MessagesSquare, MoreHorizontal, Pencil, Pin, PinOff, Play, Share2, Square, Ticket } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { go, goBack, sessionPath } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { addressOf } from '../../api/client'
import { operations } from '../../api/generated'
import { live } from '../../stream/live'
import type { SessionFeed } from '../../stream/session'
import { mark } from '../../stream/marks'
import { Menu, type MenuItem } from '../../ui/Menu'
import { ProviderSign, useProviderName } from '../../ui/Provider'
import { Status } from '../../ui/Status'
import { money, oneLine } from '../../ui/text'
import { offerUndo } from '../../ui/undo'
import { Chips } from './Chips'
import { MoveDialog, type Move } from './MoveDialog'
import { Rename } from './Rename'
import { useInterruptKey } from './interruptKey'
import { interrupt, resumeHere } from './moves'
import type { Now } from './now'

const TABS = [['', 'Talk'], ['changes', 'Changes'], ['tree', 'Tree'], ['terminal', 'Terminal'], ['facts', 'Facts']] as const

/** Title, chips, tabs, and everything that can be done with the session. */
export function SessionHead(props: { now: Now; tab: string; feed: SessionFeed }) {
  const { now } = props
  const [search, setSearch] = useSearchParams()
  const [move, setMove] = useState<Move | null>(null)
  const [isRenaming, setRenaming] = useState(false)
  const items = useSessionMoves(now, props.feed, setMove, () => setRenaming(true))
  useInterruptKey(now)
  const cost = money(now.facts.usage?.cost)
  // The inbox asks for it where a limit of the CLI is hit.
  const asked: Move | null = move ?? (search.has('continue') ? { kind: 'handover' } : null)
  return (
    <header className="session-head">
      <div className="row session-title">
        <button className="button quiet icon narrow" aria-label="Back" onClick={goBack}><ChevronLeft size={18} /></button>
        <Status word={now.status} />
        {now.mark?.isPinned && <Pin size={14} className="muted" aria-label="Pinned" />}
        <h1 className="cut" title={now.title}>{oneLine(now.title)}</h1>
        <span className="grow" />
        {now.live && now.status === 'working' && now.live.capabilities?.includes('INTERRUPT') && (
          <button className="button" onClick={() => void interrupt(now)}><Square size={12} aria-hidden="true" /> Stop</button>
        )}
        {!now.live && now.facts.actions.includes('resume') && <button className="button primary" onClick={() => void resumeHere(now.ref)}><Play size={14} aria-hidden="true" /> Resume here</button>}
        <Menu label="What can be done" button={<MoreHorizontal size={18} />} items={items} />
      </div>
      <div className="row session-bar">
        <nav className="tabs" aria-label="Parts of the session">
          {TABS.map(([path, name]) => (
            <a key={path} href={tabPath(now.ref, path)} aria-current={props.tab === path ? 'page' : undefined} onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(tabPath(now.ref, path), { replace: true }) } }}>{name}</a>
          ))}
        </nav>
        <span className="grow" />
        {now.live?.room && <Room name={now.live.room} />}
        <div className="row wide-only"><Provider id={now.facts.provider} /><Chips now={now} />{cost && <span className="small muted" title="What it has cost so far">{cost}</span>}</div>
      </div>
      {asked && <MoveDialog move={asked} now={now} onClose={() => { setMove(null); if (search.has('continue')) setSearch({}, { replace: true }) }} />}
      {isRenaming && <Rename now={now} onClose={() => setRenaming(false)} />}
    </header>
  )
}

function Provider(props: { id: string }) {
  return <span className="chip"><ProviderSign id={props.id} />{useProviderName(props.id)}</span>
}

/** An agent of a room has it: that is where a person talks with it. */
function Room(props: { name: string }) {
  const to = `/r/${encodeURIComponent(props.name)}`
  return <a className="chip" href={to} title="The room whose agent has this session" onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(to) } }}><MessagesSquare size={12} aria-hidden="true" />{oneLine(props.name, 40)}</a>
}

function tabPath(ref: string, tab: string): string {
  return tab ? `${sessionPath(ref)}/${tab}` : sessionPath(ref)
}

export function togglePin(ref: string, isPinned: boolean): void {
  void mark(ref, { isPinned: !isPinned })
}

export function archive(ref: string, title: string): void {
  void mark(ref, { isArchived: true })
  offerUndo(`Archived “${oneLine(title, 40)}”.`, () => void mark(ref, { isArchived: false }))
}

function useSessionMoves(now: Now, feed: SessionFeed, setMove: (move: Move) => void, rename: () => void): MenuItem[] {
  const { ref, facts, mark: marked } = now
  const can = (name: SessionAction) => facts.actions.includes(name)
  const isPinned = marked?.isPinned ?? false
  const isArchived = marked?.isArchived ?? false
  const toArchive = () => (isArchived ? void mark(ref, { isArchived: false }) : archive(ref, now.title))
  const save = (format: 'markdown' | 'html' | 'json') => () => { location.assign(addressOf(operations.exportSession[1], { ref }, { format })) }
  const items: (MenuItem & { id: string; keys?: string[] })[] = [
    { id: 'resume', title: 'Resume here', icon: <Play size={14} />, isPossible: can('resume') && !now.live, run: () => void resumeHere(ref) },
    { id: 'fork', title: 'Fork', icon: <GitFork size={14} />, isPossible: can('fork'), run: () => setMove({ kind: 'fork' }) },
    { id: 'handover', title: 'Continue with…', icon: <Share2 size={14} />, isPossible: can('handover'), run: () => setMove({ kind: 'handover' }) },
    { id: 'ticket', title: 'Make a ticket', icon: <Ticket size={14} />, isPossible: can('ticket'), run: () => setMove({ kind: 'ticket', row: feed.store.get().rows.at(-1)?.id }) },
    { id: 'pin', title: isPinned ? 'Unpin' : 'Pin', keys: ['p'], icon: isPinned ? <PinOff size={14} /> : <Pin size={14} />, run: () => togglePin(ref, isPinned) },
    { id: 'archive', title: isArchived ? 'Take out of the archive' : 'Archive', keys: ['#'], icon: <Archive size={14} />, run: toArchive },
    { id: 'rename', title: 'Give it a title', icon: <Pencil size={14} />, run: rename },
    { id: 'export-markdown', title: 'Save as Markdown', icon: <FileDown size={14} />, isPossible: can('export'), run: save('markdown') },
    { id: 'export-html', title: 'Save as a web page', icon: <FileDown size={14} />, isPossible: can('export'), run: save('html') },
    { id: 'export-json', title: 'Save as JSON', icon: <FileDown size={14} />, isPossible: can('export'), run: save('json') },
  ]
  useActions([
    ...items.map(item => ({ id: `session-${item.id}`, title: item.title, group: 'This session', keys: item.keys, when: () => item.isPossible !== false, run: item.run })),
    { id: 'session-stop', title: 'Stop the agent', group: 'This session', keys: ['Mod+.'], when: () => now.status === 'working', run: () => void interrupt(now) },
    { id: 'session-changes', title: 'Show what it changed', group: 'This session', keys: ['d'], run: () => go(tabPath(ref, 'changes')) },
    { id: 'session-split', title: 'Side by side with another session', group: 'This session', keys: ['Mod+\\'], when: () => now.live !== undefined, run: () => go(`/live?panes=${besides(now)}`) },
    { id: 'session-facts', title: 'Show the facts', group: 'This session', run: () => go(tabPath(ref, 'facts')) },
  ])
  return items
}

/** This session, and the other one in which something happened last. */
function besides(now: Now): string {
  const others = [...live.get().sessions.values()].filter(one => one.id !== now.liveId).sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  return [now.liveId, others[0]?.id].filter(Boolean).join(',')
}

type SessionAction = Now['facts']['actions'][number]
