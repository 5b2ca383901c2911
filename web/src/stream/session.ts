import { call, Refusal } from '../api/client'
import type { Event, SessionFacts } from '../api/generated'
import { fold } from '../transcript/fold'
import type { Row } from '../transcript/row'
import { createStore, type Store } from '../ui/store'
import { connection } from './connection'

export interface Queued { turnId: string; content: string }

/** What is known of a session: its facts, a window of its rows, and whether that window reaches the end. */
export interface Feed {
  state: 'loading' | 'ready' | 'failed'
  failure?: unknown
  facts?: SessionFacts
  rows: readonly Row[]
  before?: string
  after?: string
  /** The row that was asked for. */
  target?: string
  queue: readonly Queued[]
  isCatchingUp: boolean
}

const PAGE = 50
const KEPT_WARM = 5
const LOOK_BACK = 400

/** One session, stored or live. It asks for the end of it once, and follows the socket from that number on. */
export class SessionFeed {
  readonly store: Store<Feed> = createStore<Feed>({ state: 'loading', rows: [], queue: [], isCatchingUp: false })
  private last = 0
  private holders = 0
  private pending: Event[] = []
  private isScheduled = false
  private isPaging = false
  private leave: (() => void)[] = []

  constructor(readonly ref: string, around?: string) {
    void this.load(around)
  }

  hold(): () => void {
    this.holders++
    return () => { this.holders-- }
  }

  get isHeld(): boolean {
    return this.holders > 0
  }

  close(): void {
    for (const leave of this.leave) leave()
    this.leave = []
    const liveId = this.store.get().facts?.liveId
    if (liveId) connection.say({ type: 'session.unfollow', sessionId: liveId })
  }

  async load(around?: string): Promise<void> {
    try {
      const view = await call('viewSession', { path: { ref: this.ref }, query: { limit: PAGE, around } })
      this.last = view.lastSequence ?? 0
      this.store.update(before => ({ ...before, state: 'ready', failure: undefined, facts: view.facts, rows: view.rows, before: view.before, after: view.after, target: view.row }))
      this.follow()
    } catch (failure) {
      this.store.update(before => ({ ...before, state: before.facts ? before.state : 'failed', failure }))
      if (failure instanceof Refusal && failure.problem.status === 0) this.loadOnReturn(around)
    }
  }

  /** The server was away: asked again when it is back. */
  private loadOnReturn(around?: string): void {
    const end = connection.onReopen(() => {
      end()
      if (this.store.get().state === 'failed') void this.load(around)
    })
  }

  async older(): Promise<void> {
    const { before } = this.store.get()
    if (!before || this.isPaging) return
    this.isPaging = true
    try {
      const page = await call('listRows', { path: { ref: this.ref }, query: { before, limit: 100 } })
      this.store.update(now => ({ ...now, rows: [...page.rows, ...now.rows], before: page.before }))
    } catch {
      // The person scrolls again, or the line comes back: then it is asked again.
    } finally {
      this.isPaging = false
    }
  }

  async newer(): Promise<void> {
    const { after } = this.store.get()
    if (!after || this.isPaging) return
    this.isPaging = true
    try {
      const page = await call('listRows', { path: { ref: this.ref }, query: { after, limit: 100 } })
      this.store.update(now => ({ ...now, rows: [...now.rows, ...page.rows], after: page.after }))
      if (!page.after) this.follow()
    } catch {
      // As with older rows.
    } finally {
      this.isPaging = false
    }
  }

  dropFromQueue(turnId: string): void {
    this.store.update(before => ({ ...before, queue: before.queue.filter(one => one.turnId !== turnId) }))
  }

  /** From the window's end on. Again after every loss, from the last number that was seen: no gap, nothing twice. */
  private follow(): void {
    const { facts, rows, after } = this.store.get()
    const sessionId = facts?.liveId
    if (!sessionId || after || this.leave.length) return
    if (this.last === 0) this.last = Math.max(0, ...rows.filter(row => !row.id.startsWith('f')).map(row => row.last))
    const lookBack = (facts?.live?.queued ?? 0) > 0 ? LOOK_BACK : 0
    let isFirst = true
    this.leave = [
      connection.on('liveSession.event', message => { if (message.sessionId === sessionId) this.take(message.event) }),
      connection.onOpen(() => {
        const from = isFirst ? Math.max(0, this.last - lookBack) : this.last
        if (!isFirst) this.store.update(before => ({ ...before, isCatchingUp: true }))
        isFirst = false
        const caughtUp = () => this.store.update(before => ({ ...before, isCatchingUp: false }))
        connection.request({ type: 'session.follow', sessionId, after: from }).then(caughtUp, caughtUp)
      }),
    ]
  }

  private take(event: Event): void {
    this.pending.push(event)
    if (this.isScheduled) return
    this.isScheduled = true
    // One paint per frame; a page nobody sees has no frames.
    if (document.visibilityState === 'visible') requestAnimationFrame(() => this.flush())
    else setTimeout(() => this.flush(), 250)
  }

  private flush(): void {
    this.isScheduled = false
    const events = this.pending
    this.pending = []
    this.store.update(before => {
      let { rows, queue } = before
      for (const event of events) {
        queue = queueWith(queue, event)
        if (event.sequenceNumber <= this.last) continue
        this.last = event.sequenceNumber
        rows = fold(rows, event)
      }
      return { ...before, rows, queue }
    })
  }

  get lastSequence(): number {
    return this.last
  }
}

function queueWith(queue: readonly Queued[], event: Event): readonly Queued[] {
  if (event.type === 'turn.queued' && !queue.some(one => one.turnId === event.turn.turnId)) return [...queue, { turnId: event.turn.turnId, content: event.turn.content }]
  if (event.type === 'turn.start' || event.type === 'turn.end') return queue.some(one => one.turnId === event.turn.turnId) ? queue.filter(one => one.turnId !== event.turn.turnId) : queue
  return queue
}

const feeds = new Map<string, SessionFeed>()

/** The feed of a session. Those nobody looks at stay warm, up to five. */
export function feedOf(ref: string, around?: string): SessionFeed {
  const name = around ? `${ref} ${around}` : ref
  const known = feeds.get(name)
  const feed = known && known.store.get().state !== 'failed' ? known : new SessionFeed(ref, around)
  feeds.delete(name)
  feeds.set(name, feed)
  const idle = [...feeds].filter(([, one]) => !one.isHeld && one !== feed)
  for (const [old, one] of idle.slice(0, Math.max(0, idle.length - KEPT_WARM))) {
    one.close()
    feeds.delete(old)
  }
  return feed
}

const A_GLANCE = 120

/** Asks for a session somebody stays at, so that it is there when it is opened. A pointer that only passes asks for nothing. */
export function warm(ref: string): () => void {
  const timer = setTimeout(() => feedOf(ref), A_GLANCE)
  return () => clearTimeout(timer)
}
