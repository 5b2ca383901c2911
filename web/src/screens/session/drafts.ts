import { kept } from '../../frame/kept'
import { mark } from '../../stream/marks'
import { createStore, type Store } from '../../ui/store'

const SAVE_AFTER = 800
const drafts = new Map<string, Draft>()

/** What is being written to one session: in the browser at once, on the server shortly after. */
export class Draft {
  readonly text: Store<string>
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly ref: string, fromServer: string | undefined) {
    const own = kept.read<string>(`draft.${ref}`, fromServer ?? '')
    this.text = createStore(own)
    // The page was left before the server knew.
    if (own !== (fromServer ?? '')) this.save(own)
  }

  set(text: string): void {
    this.text.set(text)
    kept.write(`draft.${this.ref}`, text || undefined)
    this.save(text)
  }

  private save(text: string): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void mark(this.ref, { draft: text }).catch(() => undefined), SAVE_AFTER)
  }
}

export function draftOf(ref: string, fromServer?: string): Draft {
  const known = drafts.get(ref)
  if (known) return known
  const draft = new Draft(ref, fromServer)
  drafts.set(ref, draft)
  return draft
}

/** Puts a text into the composer of a session, in front of what is there. */
export function takeIntoComposer(ref: string, text: string): void {
  const draft = draftOf(ref)
  const before = draft.text.get()
  draft.set(before ? `${text}\n\n${before}` : text)
}
