import { access } from '../api/access'
import { Refusal } from '../api/client'
import type { ClientMessage, ServerMessage } from '../api/generated'
import { createStore } from '../ui/store'

/** How the socket is. `lost` is shown to the person; it comes back by itself. */
export type Line = 'connecting' | 'open' | 'lost'

type Waiting = { resolve: (answer: ServerMessage) => void; reject: (failure: Error) => void }
type Listener<T extends ServerMessage['type']> = (message: Extract<ServerMessage, { type: T }>) => void

const FIRST_WAIT = 250
const LONGEST_WAIT = 5_000

/** One socket for the whole page. Whoever follows something says in `onOpen` how to take it up again. */
class Connection {
  readonly line = createStore<Line>('connecting')
  private socket: WebSocket | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private count = 0
  private readonly waiting = new Map<string, Waiting>()
  private readonly listeners = new Map<string, Set<(message: ServerMessage) => void>>()
  private readonly openers = new Set<() => void>()

  start(): void {
    window.addEventListener('online', () => this.hurry())
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry())
    this.connect()
  }

  /** Runs now if the line is open, and whenever it opens again. */
  onOpen(opener: () => void): () => void {
    if (this.line.get() === 'open') opener()
    return this.onReopen(opener)
  }

  /** Runs whenever the line opens from now on. */
  onReopen(opener: () => void): () => void {
    this.openers.add(opener)
    return () => this.openers.delete(opener)
  }

  on<T extends ServerMessage['type']>(type: T, listener: Listener<T>): () => void {
    const all = this.listeners.get(type) ?? new Set()
    this.listeners.set(type, all)
    all.add(listener as (message: ServerMessage) => void)
    return () => all.delete(listener as (message: ServerMessage) => void)
  }

  /** Sends a message and waits for its answer. Refused at once when the line is lost: nothing is sent twice. */
  request(message: ClientMessage): Promise<ServerMessage> {
    return new Promise((resolve, reject) => {
      if (this.socket?.readyState !== WebSocket.OPEN) return reject(lost())
      const requestId = `r${++this.count}`
      this.waiting.set(requestId, { resolve, reject })
      this.socket.send(JSON.stringify({ ...message, requestId }))
    })
  }

  /** Sends a message nobody waits for. */
  say(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false
    this.socket.send(JSON.stringify(message))
    return true
  }

  private connect(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`)
    this.socket = socket
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', version: 1, requestId: 'hello' }))
    socket.onmessage = event => this.take(JSON.parse(String(event.data)) as ServerMessage)
    socket.onclose = () => this.closed(socket)
  }

  private take(message: ServerMessage): void {
    const requestId = 'requestId' in message ? message.requestId : undefined
    if (message.type === 'hello') return this.opened()
    if (requestId === 'hello' && message.type === 'error') {
      if (message.kind === 'UNAUTHORIZED') access.set('out')
      return
    }
    const asked = typeof requestId === 'string' ? this.waiting.get(requestId) : undefined
    if (typeof requestId === 'string') this.waiting.delete(requestId)
    if (message.type === 'error') asked?.reject(new Refusal(message))
    else asked?.resolve(message)
    for (const listener of this.listeners.get(message.type) ?? []) listener(message)
  }

  private opened(): void {
    this.wait = FIRST_WAIT
    access.set('in')
    this.line.set('open')
    for (const opener of [...this.openers]) opener()
  }

  private closed(socket: WebSocket): void {
    if (socket !== this.socket) return
    this.line.set('lost')
    for (const { reject } of this.waiting.values()) reject(lost())
    this.waiting.clear()
    if (access.get() === 'out') return
    this.timer = setTimeout(() => this.connect(), this.wait * (0.75 + Math.random() / 2))
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  /** The person is back or the network is: no reason to wait any longer. */
  private hurry(): void {
    if (this.timer !== undefined) this.connect()
  }
}

function lost(): Refusal {
  return new Refusal({ title: 'The connection to Parley is lost.', detail: 'It comes back by itself; then try again.', kind: 'FAULT', status: 0 })
}

export const connection = new Connection()
