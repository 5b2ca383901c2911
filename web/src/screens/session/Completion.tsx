import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { call } from '../../api/client'
import { useCommands } from './Chips'
import { draftOf } from './drafts'
import type { Now } from './now'

interface Choice { insert: string; title: string; hint?: string }
interface Asked { sign: '@' | '/'; word: string; from: number; to: number }

export interface CompletionState {
  choices: Choice[]
  at: number
  choose: (choice: Choice) => void
  onKeyDown: (event: React.KeyboardEvent) => boolean
  onCaret: () => void
  close: () => void
}

/** `@` finds files below the session's directory, `/` the commands its CLI tells. */
export function useCompletion(now: Now, text: string, field: RefObject<HTMLTextAreaElement | null>): CompletionState {
  const [caret, setCaret] = useState<number | null>(null)
  const [at, setAt] = useState(0)
  const asked = caret === null ? null : askedAt(text, caret)
  const files = useQuery({ queryKey: ['files', now.ref, asked?.word], queryFn: ({ signal }) => call('findFilesOfSession', { path: { ref: now.ref }, query: { q: asked?.word, limit: 12 }, signal }), enabled: asked?.sign === '@', retry: false, placeholderData: before => before })
  const commands = useCommands(now.ref, asked?.sign === '/').data?.commands ?? []
  const choices = asked === null ? [] : asked.sign === '@'
    ? (files.data?.files ?? []).map(file => ({ insert: `@${file.path}${file.isDirectory ? '/' : ' '}`, title: file.path, hint: file.isDirectory ? 'directory' : undefined }))
    : commands.filter(one => one.name.toLowerCase().includes(asked.word.toLowerCase())).slice(0, 12).map(one => ({ insert: `/${one.name} `, title: `/${one.name}`, hint: one.description }))
  const close = () => setCaret(null)
  const choose = (choice: Choice) => {
    if (!asked) return
    draftOf(now.ref).set(text.slice(0, asked.from) + choice.insert + text.slice(asked.to))
    const end = asked.from + choice.insert.length
    close()
    requestAnimationFrame(() => { field.current?.focus(); field.current?.setSelectionRange(end, end) })
  }
  const onKeyDown = (event: React.KeyboardEvent): boolean => {
    if (choices.length === 0) return false
    if (event.key === 'ArrowDown') setAt((at + 1) % choices.length)
    else if (event.key === 'ArrowUp') setAt((at + choices.length - 1) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(choices[Math.min(at, choices.length - 1)]!)
    else if (event.key === 'Escape') { close(); event.stopPropagation() }
    else return false
    event.preventDefault()
    return true
  }
  const onCaret = () => { setCaret(field.current?.selectionStart ?? null); setAt(0) }
  return { choices, at: Math.min(at, Math.max(0, choices.length - 1)), choose, onKeyDown, onCaret, close }
}

/** What is being completed at the caret: a word behind `@`, or a command at the very beginning. */
export function askedAt(text: string, caret: number): Asked | null {
  const before = text.slice(0, caret)
  const command = /^\/([\w:.-]*)$/.exec(before)
  if (command) return { sign: '/', word: command[1] ?? '', from: 0, to: caret }
  const file = /(?:^|\s)@([^\s@]*)$/.exec(before)
  if (!file) return null
  const word = file[1] ?? ''
  return { sign: '@', word, from: caret - word.length - 1, to: caret }
}

export function Completion(props: { state: CompletionState }) {
  const { choices, at, choose } = props.state
  if (choices.length === 0) return null
  return (
    <div className="completion" role="listbox" aria-label="Completions">
      {choices.map((choice, index) => (
        <div key={choice.title} role="option" aria-selected={index === at} className="option" onMouseDown={event => { event.preventDefault(); choose(choice) }}>
          <span className="mono cut">{choice.title}</span>
          {choice.hint && <span className="small muted cut">{choice.hint}</span>}
        </div>
      ))}
    </div>
  )
}
