import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
import { useParams } from 'wouter'
import { go } from '../../actions/go'
import { useActions } from '../../actions/registry'
import { useSubject } from '../../frame/title'
import { Columns } from '../../ui/Columns'
import { Devices } from './Devices'
import { Doctor } from './Doctor'
import { Doors } from './Doors'
import { Keys } from './Keys'
import { LookSection } from './LookSection'
import { Models } from './Models'
import { Notices } from './Notices'
import { Providers } from './Providers'
import { Roles } from './Roles'
import { RulesSection } from './RulesSection'
import './settings.css'

const SECTIONS: { id: string; title: string; about: string; View: ComponentType }[] = [
  { id: 'providers', title: 'CLIs', about: 'Which coding agents Parley uses, and how it starts them.', View: Providers },
  { id: 'models', title: 'Models', about: 'Agents in your repositories that answer to a name of their own, from models.json.', View: Models },
  { id: 'rules', title: 'Rules', about: 'What is allowed or denied without asking you.', View: RulesSection },
  { id: 'keys', title: 'Keys', about: 'For programs that use Parley as an OpenAI server.', View: Keys },
  { id: 'roles', title: 'Roles', about: 'What agents are told when they take a part.', View: Roles },
  { id: 'notices', title: 'Notices', about: 'How you hear that something waits.', View: Notices },
  { id: 'look', title: 'Look', about: 'Light or dark, in this browser.', View: LookSection },
  { id: 'doors', title: 'Doors', about: 'Where Parley listens, and where its files are.', View: Doors },
  { id: 'devices', title: 'Devices', about: 'The browsers that may come in.', View: Devices },
  { id: 'doctor', title: 'Doctor', about: 'Whether everything Parley needs is there.', View: Doctor },
]

/** Everything that can be set, one section at a time. */
export function Settings() {
  const { section } = useParams<{ section?: string }>()
  const here = SECTIONS.find(one => one.id === section) ?? SECTIONS[0]!
  useSubject(here.title)
  const step = (by: number) => { const to = SECTIONS[SECTIONS.indexOf(here) + by]; if (to) go(`/settings/${to.id}`, { replace: true }) }
  useActions([
    { id: 'settings.next', title: 'Next section', group: 'Settings', keys: ['j'], isKeyOnly: true, run: () => step(1) },
    { id: 'settings.previous', title: 'Previous section', group: 'Settings', keys: ['k'], isKeyOnly: true, run: () => step(-1) },
    ...SECTIONS.map(one => ({ id: `settings.${one.id}`, title: `Settings: ${one.title}`, group: 'Settings', run: () => go(`/settings/${one.id}`) })),
  ])
  const list = (
    <>
      <div className="head"><h1>Settings</h1></div>
      <nav className="scroll" aria-label="Sections">
        {SECTIONS.map(one => (
          <a key={one.id} className="list-row" href={`/settings/${one.id}`} aria-current={one === here ? 'true' : undefined} onClick={event => { event.preventDefault(); go(`/settings/${one.id}`) }}>{one.title}</a>
        ))}
      </nav>
    </>
  )
  return (
    <div className="settings-screen">
      <Columns list={list} listName="Settings" showing={section ? 'main' : 'list'}>
        <header className="head">
          <button className="button quiet icon narrow" aria-label="All settings" onClick={() => go('/settings')}><ArrowLeft size={16} /></button>
          <h2>{here.title}</h2>
        </header>
        <div className="scroll settings" tabIndex={0} key={here.id}>
          <p className="muted">{here.about}</p>
          <here.View />
        </div>
      </Columns>
    </div>
  )
}
