import { useMutation, useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useState } from 'react'
import { go, sessionPath } from '../../actions/go'
import { call } from '../../api/client'
import { Empty, ProblemBox } from '../../ui/states'
import { oneLine, tidyPath } from '../../ui/text'
import { Ago } from '../../ui/time'
import { Loaded } from './Loaded'
import { useChange } from './settings'

/** The rules in force, and a place to try one on everything that was ever asked. */
export function RulesSection() {
  const rules = useQuery({ queryKey: ['rules'], queryFn: ({ signal }) => call('getRules', { signal }) })
  const write = useChange((all: string[]) => call('setRules', { body: { rules: all } }))
  return (
    <Loaded query={rules} rows={3}>
      {({ rules: all, file }) => {
        const swap = (at: number, to: number) => { const next = [...all]; [next[at], next[to]] = [next[to]!, next[at]!]; write.mutate(next) }
        return (
          <>
            <NewRule onAdd={rule => write.mutate([...all, rule])} />
            {write.error && <ProblemBox failure={write.error} />}
            {all.length === 0
              ? <Empty>No rules: every question of an agent comes to your inbox.</Empty>
              : <ol className="entries">
                  {all.map((rule, at) => (
                    <li key={`${at} ${rule}`} className="entry row">
                      <code className="grow path">{rule}</code>
                      <button className="button quiet icon" aria-label={`Move ${rule} up`} disabled={at === 0} onClick={() => swap(at, at - 1)}><ArrowUp size={14} /></button>
                      <button className="button quiet icon" aria-label={`Move ${rule} down`} disabled={at === all.length - 1} onClick={() => swap(at, at + 1)}><ArrowDown size={14} /></button>
                      <button className="button quiet icon" aria-label={`Remove ${rule}`} onClick={() => write.mutate(all.filter((_, other) => other !== at))}><X size={14} /></button>
                    </li>
                  ))}
                </ol>}
            <p className="muted small path">A rule that denies wins over all that allow. They stand in {tidyPath(file)}.</p>
          </>
        )
      }}
    </Loaded>
  )
}

function NewRule(props: { onAdd: (rule: string) => void }) {
  const [rule, setRule] = useState('')
  const test = useMutation({ mutationFn: (text: string) => call('testRule', { body: { rule: text } }) })
  const wanted = rule.trim()
  const isTested = test.data !== undefined && test.variables === wanted
  return (
    <form className="form rule-form" onSubmit={event => { event.preventDefault(); if (wanted) test.mutate(wanted) }}>
      <label><span className="rule-label">A rule, such as <code>allow Bash(npm test*)</code> or <code>deny Bash(rm *)</code></span>
        <input className="field mono" value={rule} placeholder="allow Bash(npm test*)" spellCheck={false} autoCapitalize="off" onChange={event => setRule(event.target.value)} />
      </label>
      <div className="row">
        <button className="button" disabled={!wanted || test.isPending}>Test on the history</button>
        <button type="button" className="button primary" disabled={!wanted} onClick={() => { props.onAdd(wanted); setRule('') }}>Add the rule</button>
      </div>
      {test.error && <ProblemBox failure={test.error} />}
      {isTested && (
        <div role="status">
          <p>{test.data.asked === 0 ? 'No agent has asked anything yet.' : <>It would have answered <strong>{test.data.answered.toLocaleString()}</strong> of {test.data.asked.toLocaleString()} questions.</>}</p>
          <ul className="examples">
            {test.data.examples.map(one => (
              <li key={`${one.ref} ${one.row}`}><a className="row small" href={sessionPath(one.ref, one.row)} onClick={event => { event.preventDefault(); go(sessionPath(one.ref, one.row)) }}><code className="cut grow">{oneLine(one.what)}</code><span className="muted"><Ago time={one.time} /></span></a></li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}
