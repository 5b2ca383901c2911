import { Refusal } from '../../api/client'
import type { Image } from '../../api/generated'
import { kept } from '../../frame/kept'
import { mark } from '../../stream/marks'
import { createStore, type Store } from '../../ui/store'

const SAVE_AFTER = 800
const drafts = new Map<string, Draft>()

export interface Pasted { id: number; text: string }
export type Attached = Image & { name: string }

/** A prompt on its way. `after` is the last event there was when it was sent: what has its words behind that is this one. */
export interface Sending { text: string; images: Image[]; isSteering: boolean; after: number; failure?: unknown }

/** What is being written to one session: in the browser at once, on the server shortly after, and there on whatever screen the person is. */
export class Draft {
  readonly text: Store<string>
  readonly pasted: Store<readonly Pasted[]>
  /** Too large for what a browser keeps: they stay until the page is closed. */
  readonly images = createStore<readonly Attached[]>([])
  readonly sending: Store<Sending | null>
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(readonly ref: string, fromServer: string | undefined) {
    const own = kept.read<string>(`draft.${ref}`, fromServer ?? '')
    this.text = createStore(own)
    this.pasted = createStore(kept.read<readonly Pasted[]>(`pasted.${ref}`, []))
    this.pasted.subscribe(() => kept.write(`pasted.${ref}`, this.pasted.get().length > 0 ? this.pasted.get() : undefined))
    const unsent = kept.read<Omit<Sending, 'images'> | null>(`unsent.${ref}`, null)
    this.sending = createStore<Sending | null>(unsent && { ...unsent, images: [], failure: nobodyKnows() })
    // The page was left before the server knew.
    if (own !== (fromServer ?? '')) this.save(own)
  }

  set(text: string): void {
    this.text.set(text)
    kept.write(`draft.${this.ref}`, text || undefined)
    this.save(text)
  }

  /** Takes everything that was written, to be sent. It is kept until the server has it, or the person takes it back. */
  take(isSteering: boolean, after: number): Sending | null {
    const text = [this.text.get().trim(), ...this.pasted.get().map(one => one.text)].filter(Boolean).join('\n\n')
    const images = this.images.get().map(({ mediaType, data }) => ({ mediaType, data }))
    if (!text && images.length === 0) return null
    this.sends({ text, images, isSteering, after })
    this.set('')
    this.pasted.set([])
    this.images.set([])
    return this.sending.get()
  }

  sends(what: Sending): void {
    kept.write(`unsent.${this.ref}`, what.text ? { text: what.text, isSteering: what.isSteering, after: what.after } : undefined)
    this.sending.set(what)
  }

  /** The server has it, or the person has it back. */
  sent(): void {
    kept.write(`unsent.${this.ref}`, undefined)
    this.sending.set(null)
  }

  /** Back into the composer, in front of what was written since. */
  takeBack(what: Sending): void {
    this.putInFront(what.text)
    this.images.update(before => [...what.images.map((image, at) => ({ ...image, name: `image ${at + 1}` })), ...before])
    this.sent()
  }

  putInFront(text: string): void {
    const before = this.text.get()
    this.set(before && text ? `${text}\n\n${before}` : text || before)
  }

  private save(text: string): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void mark(this.ref, { draft: text }).catch(() => undefined), SAVE_AFTER)
  }
}

function nobodyKnows(): Refusal {
  return new Refusal({ title: 'Nobody knows whether this was sent.', detail: 'The page was closed before Parley answered, and the words are not in the talk. Send them again, or edit them.', kind: 'FAULT', status: 0 })
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
  draftOf(ref).putInFront(text)
}
