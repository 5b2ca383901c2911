import { useState, type RefObject } from 'react'

/** `@` and the beginning of a name offers the members it may mean. */
export function useMentions(names: string[], text: string, field: RefObject<HTMLTextAreaElement | null>, write: (text: string) => void) {
  const [caret, setCaret] = useState<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const word = caret === null ? undefined : /(?:^|[\s(,])@([\w-]*)$/.exec(text.slice(0, caret))?.[1]
  const choices = word === undefined ? [] : names.filter(name => name.startsWith(word.toLowerCase()) && name !== word)
  const at = Math.min(chosen, Math.max(0, choices.length - 1))
  const close = () => setCaret(null)
  const choose = (name: string) => {
    const from = (caret ?? 0) - (word?.length ?? 0)
    const end = from + name.length + 1
    write(`${text.slice(0, from)}${name} ${text.slice(caret ?? 0)}`)
    close()
    requestAnimationFrame(() => { field.current?.focus(); field.current?.setSelectionRange(end, end) })
  }
  const onKeyDown = (event: React.KeyboardEvent): boolean => {
    if (choices.length === 0) return false
    if (event.key === 'ArrowDown') setChosen((at + 1) % choices.length)
    else if (event.key === 'ArrowUp') setChosen((at + choices.length - 1) % choices.length)
    else if (event.key === 'Enter' || event.key === 'Tab') choose(choices[at]!)
    else return false
    event.preventDefault()
    return true
  }
  const onCaret = () => { setCaret(field.current?.selectionStart ?? null); setChosen(0) }
  return { choices, at, choose, onKeyDown, onCaret, close }
}
