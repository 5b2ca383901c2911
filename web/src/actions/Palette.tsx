import { useQuery } from '@tanstack/react-query'
import { useMemo, useState, type ReactNode } from 'react'
import { call } from '../api/client'
import { live, sessionsOf } from '../stream/live'
import { Dialog } from '../ui/Dialog'
import { ProviderSign } from '../ui/Provider'
import { useStore } from '../ui/store'
import { oneLine, projectName } from '../ui/text'
import { spoken } from './keys'
import { go } from './go'
import { possible } from './registry'

interface Option { id: string; group: string; title: string; hint?: string; keys?: string; icon?: ReactNode; run: () => void }

/** One field for everything: actions, live sessions, and the whole history. */
export function Palette(props: { onClose: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const options = useOptions(text)
  const chosen = options[Math.min(at, options.length - 1)]
  const run = (option: Option | undefined) => { if (option) { props.onClose(); option.run() } }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') run(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Dialog label="Commands" className="palette" isLight onClose={props.onClose}>
      <input
        autoFocus role="combobox" aria-expanded="true" aria-controls="palette-results" aria-activedescendant={chosen ? `palette-${chosen.id}` : undefined}
        aria-label="What to do" placeholder="Do something, or find a session…" value={text}
        onChange={event => { setText(event.target.value); setAt(0) }} onKeyDown={onKeyDown}
      />
      <div className="results" id="palette-results" role="listbox" aria-label="Matches" tabIndex={-1}>
        {options.map((option, index) => (
          <div key={option.id} role="presentation">
            {option.group !== options[index - 1]?.group && <div className="group" role="presentation">{option.group}</div>}
            <div
              id={`palette-${option.id}`} role="option" aria-selected={option === chosen} className="option"
              ref={element => { if (option === chosen) element?.scrollIntoView({ block: 'nearest' }) }}
              onMouseMove={() => setAt(index)} onClick={() => run(option)}
            >
              {option.icon}
              <span className="cut grow">{option.title}</span>
              {option.hint && <span className="muted small cut">{option.hint}</span>}
              {option.keys && <kbd>{spoken(option.keys)}</kbd>}
            </div>
          </div>
        ))}
        {options.length === 0 && <p className="muted" style={{ padding: 12 }}>Nothing fits. Press / to search what was said in all sessions.</p>}
      </div>
    </Dialog>
  )
}

function useOptions(text: string): Option[] {
  const sessions = useStore(live, value => value.sessions)
  const wanted = text.trim().toLowerCase()
  const found = useQuery({
    queryKey: ['palette', wanted],
    queryFn: ({ signal }) => call('listSessions', { query: { q: wanted || undefined, limit: 8 }, signal }),
    enabled: wanted.length > 1,
  })
  return useMemo(() => {
    const fits = (...parts: (string | undefined)[]) => wanted.split(/\s+/).every(word => parts.join(' ').toLowerCase().includes(word))
    const running = sessionsOf({ sessions }).filter(one => fits(one.title, one.provider, one.cwd)).slice(0, wanted ? 8 : 5).map((one): Option => ({
      id: one.id, group: 'Live sessions', title: oneLine(one.title) || 'New session', hint: projectName(one.cwd), icon: <ProviderSign id={one.provider} />, run: () => go(`/s/${one.id}`),
    }))
    const doable = possible().filter(one => !one.isKeyOnly && fits(one.title, one.group)).map((one): Option => ({
      id: one.id, group: one.group, title: one.title, keys: one.keys?.[0], run: one.run,
    }))
    const order = new Map<string, number>()
    for (const one of doable) if (!order.has(one.group)) order.set(one.group, order.size)
    doable.sort((a, b) => (order.get(a.group) ?? 0) - (order.get(b.group) ?? 0))
    const stored = (wanted.length > 1 ? (found.data?.sessions ?? []) : []).filter(one => !one.liveId || !running.some(other => other.id === one.liveId)).map((one): Option => ({
      id: one.key, group: 'History', title: oneLine(one.title) || one.sessionId, hint: projectName(one.project), icon: <ProviderSign id={one.provider} />, run: () => go(`/s/${encodeURIComponent(one.key)}`),
    }))
    return wanted ? [...doable, ...running, ...stored] : [...running, ...doable]
  }, [wanted, sessions, found.data])
}
