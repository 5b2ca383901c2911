import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useState } from 'react'
import type { Screen } from './screen'

/** Finds words in what a terminal has printed. */
export function FindBar(props: { screen: Screen; onClose: () => void }) {
  const [text, setText] = useState('')
  const [isFound, setFound] = useState(true)
  const find = (isBack: boolean, wanted = text) => setFound(wanted === '' || props.screen.find(wanted, isBack))
  return (
    <div className="find-bar" role="search">
      <input
        className="field" autoFocus aria-label="Find in the terminal" placeholder="Find…" value={text}
        onChange={event => { setText(event.target.value); find(true, event.target.value) }}
        onKeyDown={event => {
          if (event.key === 'Enter') { event.preventDefault(); find(!event.shiftKey) }
          if (event.key === 'Escape') { event.preventDefault(); event.stopPropagation(); props.onClose() }
        }}
      />
      <span className="muted small" role="status">{isFound ? '' : 'Not found'}</span>
      <button className="button quiet icon" aria-label="Further up" onClick={() => find(true)}><ChevronUp size={16} /></button>
      <button className="button quiet icon" aria-label="Further down" onClick={() => find(false)}><ChevronDown size={16} /></button>
      <button className="button quiet icon" aria-label="Close" onClick={props.onClose}><X size={16} /></button>
    </div>
  )
}
