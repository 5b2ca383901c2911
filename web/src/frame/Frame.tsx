import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Switch, Route, Redirect, useLocation } from 'wouter'
import { Activity, Columns3, History, Inbox, LayoutGrid, MessagesSquare, MoreHorizontal, Settings, SquareTerminal } from 'lucide-react'
import { Help } from '../actions/Help'
import { go } from '../actions/go'
import { Palette } from '../actions/Palette'
import { useActions, type Action } from '../actions/registry'
import { connection } from '../stream/connection'
import { inbox, waitingCount } from '../stream/inbox'
import { live, sessionsOf } from '../stream/live'
import { Skeleton } from '../ui/states'
import { useStore } from '../ui/store'
import { Report } from '../ui/report'
import { UndoOffer } from '../ui/undo'
import { CleanNotice } from './CleanNotice'
import { NewSession } from './NewSession'
import { routes } from './routes'
import { useNotices } from './notices'
import { useTitle } from './title'
import { More } from './More'
import { LineNotice } from './LineNotice'
import { canGoToWaiting, goToWaiting } from './waiting'
import { Catch } from './Catch'

type Open = 'palette' | 'help' | 'new' | 'race' | 'more' | null

const NewRace = lazy(async () => ({ default: (await import('../screens/race/NewRace')).NewRace }))

/** What is around every screen: the rail (on a phone the bar below), the palette, the keys. */
export function Frame() {
  const [open, setOpen] = useState<Open>(null)
  const [location] = useLocation()
  const close = () => setOpen(null)
  useActions(useFrameActions(setOpen))
  useTitle()
  useNotices()
  return (
    <div className="frame">
      <div className="notices"><LineNotice /><CleanNotice /></div>
      <Rail location={location} onMore={() => setOpen('more')} />
      <main className="outlet">
        <Catch key={location.split('/')[1]}>
          <Suspense fallback={<Skeleton />}>
            <Switch>
              <Route path="/"><Home /></Route>
              {routes.map(({ path, screen: Screen }) => <Route key={path} path={path}><Screen /></Route>)}
              <Route><Redirect to="/" replace /></Route>
            </Switch>
          </Suspense>
        </Catch>
      </main>
      {open === 'palette' && <Palette onClose={close} />}
      {open === 'help' && <Help onClose={close} />}
      {open === 'new' && <NewSession onClose={close} />}
      {open === 'race' && <Suspense><NewRace onClose={close} /></Suspense>}
      {open === 'more' && <More onClose={close} />}
      <UndoOffer />
      <Report />
    </div>
  )
}

/** The Inbox if something waits, else what is live. Decided once everything is known. */
function Home() {
  const isKnown = useStore(inbox, value => value.isLoaded)
  const waiting = useStore(waitingCount)
  const line = useStore(connection.line)
  if (!isKnown && line !== 'lost') return <Skeleton />
  return <Redirect to={waiting > 0 ? '/inbox' : '/live'} replace />
}

const PLACES: { path: string; name: string; keys: string; icon: ReactNode; isWide?: boolean }[] = [
  { path: '/inbox', name: 'Inbox', keys: 'g i', icon: <Inbox size={20} /> },
  { path: '/live', name: 'Live', keys: 'g l', icon: <LayoutGrid size={20} /> },
  { path: '/history', name: 'History', keys: 'g h', icon: <History size={20} /> },
  { path: '/board', name: 'Board', keys: 'g b', icon: <Columns3 size={20} /> },
  { path: '/rooms', name: 'Rooms', keys: 'g r', icon: <MessagesSquare size={20} />, isWide: true },
  { path: '/term', name: 'Terminals', keys: 'g t', icon: <SquareTerminal size={20} />, isWide: true },
  { path: '/usage', name: 'Usage', keys: 'g u', icon: <Activity size={20} />, isWide: true },
  { path: '/settings', name: 'Settings', keys: 'g s', icon: <Settings size={20} />, isWide: true },
]

const ALIASES: Record<string, string> = { '/s': '/live', '/race': '/live', '/races': '/live', '/t': '/board', '/r': '/rooms' }

function Rail(props: { location: string; onMore: () => void }) {
  const waiting = useStore(waitingCount)
  const working = useStore(live, value => sessionsOf(value).filter(one => one.state === 'running' || one.state === 'starting').length)
  const counts: Record<string, number> = { '/inbox': waiting, '/live': working }
  const first = `/${props.location.split('/')[1]}`
  const here = ALIASES[first] ?? first
  return (
    <nav className="rail" aria-label="Places">
      {PLACES.map(place => (
        <span key={place.path} style={{ display: 'contents' }}>
          {place.path === '/settings' && <span className="spring" />}
          <a
            className={`rail-item${place.isWide ? ' wide' : ''}`} href={place.path} title={`${place.name}  ${place.keys}`} aria-current={here === place.path ? 'page' : undefined}
            onClick={event => { if (!event.ctrlKey && !event.metaKey) { event.preventDefault(); go(place.path) } }}
          >
            {place.icon}
            <span className="label">{place.name}</span>
            <span className="hidden-text wide-only">{place.name}</span>
            {(counts[place.path] ?? 0) > 0 && <span className={`count${place.path === '/live' ? ' calm' : ''}`}>{counts[place.path]}</span>}
          </a>
        </span>
      ))}
      <button className="rail-item narrow" onClick={props.onMore}><MoreHorizontal size={20} /><span className="label">More</span></button>
    </nav>
  )
}

function useFrameActions(setOpen: (open: Open) => void): Action[] {
  return [
    { id: 'palette', title: 'Open the palette', group: 'Everywhere', keys: ['Mod+K'], isKeyOnly: true, run: () => setOpen('palette') },
    { id: 'search', title: 'Search all sessions', group: 'Everywhere', keys: ['/'], run: () => go('/history?focus=1') },
    { id: 'help', title: 'Show the keys', group: 'Everywhere', keys: ['?'], run: () => setOpen('help') },
    { id: 'new', title: 'Start a session', group: 'Everywhere', keys: ['n'], run: () => setOpen('new') },
    { id: 'race', title: 'Start a race of several agents', group: 'Everywhere', run: () => setOpen('race') },
    { id: 'races', title: 'Go to Races', group: 'Go to', run: () => go('/races') },
    { id: 'waiting-next', title: 'Next that waits', group: 'Everywhere', keys: [']'], when: canGoToWaiting, run: () => goToWaiting(1) },
    { id: 'waiting-previous', title: 'Previous that waits', group: 'Everywhere', keys: ['['], when: canGoToWaiting, run: () => goToWaiting(-1) },
    ...PLACES.map(place => ({ id: `go${place.path}`, title: `Go to ${place.name}`, group: 'Go to', keys: [place.keys], run: () => go(place.path) })),
  ]
}
