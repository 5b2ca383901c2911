import { sanitize } from './markdown'

type Answer = (html: string) => void

let worker: Worker | undefined
let count = 0
const waiting = new Map<number, Answer>()

const MOST = 60_000

/** Colours code in a worker; answers nothing when it is too long or nobody knows the language. */
export function highlight(language: string, code: string, answer: Answer): () => void {
  if (code.length > MOST) return () => undefined
  worker ??= start()
  const id = ++count
  waiting.set(id, answer)
  worker.postMessage({ id, language, code })
  return () => waiting.delete(id)
}

function start(): Worker {
  const started = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' })
  started.onmessage = (event: MessageEvent<{ id: number; html: string }>) => {
    const answer = waiting.get(event.data.id)
    waiting.delete(event.data.id)
    if (event.data.html) answer?.(sanitize(event.data.html))
  }
  return started
}
