import { preview } from './hostile'

/** What a program in a terminal wants from the browser. */
export interface Wish { kind: 'clipboard' | 'link'; text: string }

/** Nothing a terminal prints reaches the clipboard or another page before the person says so. */
export function Asked(props: { wish: Wish; onDone: () => void }) {
  const { kind, text } = props.wish
  const allow = () => {
    if (kind === 'clipboard') void navigator.clipboard?.writeText(text)
    else window.open(text, '_blank', 'noopener,noreferrer')
    props.onDone()
  }
  return (
    <div className="terminal-note" role="alertdialog" aria-label={kind === 'clipboard' ? 'Copy to the clipboard?' : 'Open this link?'}>
      <div className="stack grow">
        <span>{kind === 'clipboard' ? `A program in this terminal wants to put ${text.length.toLocaleString()} characters on your clipboard:` : 'Open this link in a new tab?'}</span>
        <code className="wish">{preview(text)}</code>
      </div>
      <button className="button" onClick={props.onDone}>No</button>
      <button className="button" onClick={allow}>{kind === 'clipboard' ? 'Copy' : 'Open'}</button>
    </div>
  )
}
