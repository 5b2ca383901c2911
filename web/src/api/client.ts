import { operations, type Operations, type Problem } from './generated'
import { hearTime } from '../ui/clock'
import { access } from './access'

/** What the server refused, in its own words. */
export class Refusal extends Error {
  constructor(readonly problem: Problem) {
    super(problem.title)
  }
}

type Asked<N extends keyof Operations> = (Operations[N]['path'] extends undefined ? unknown : { path: Operations[N]['path'] }) &
  (Operations[N]['query'] extends undefined ? unknown : { query?: Operations[N]['query'] }) &
  (Operations[N]['body'] extends undefined ? unknown : { body: Operations[N]['body'] }) & { signal?: AbortSignal }

type Values = Record<string, unknown> | undefined

/** Calls one operation of openapi.json by its operationId. */
export async function call<N extends keyof Operations>(name: N, asked: Asked<N>): Promise<Operations[N]['answer']> {
  const { path, query, body, signal } = asked as { path?: Values; query?: Values; body?: unknown; signal?: AbortSignal }
  const [method, pattern] = operations[name]
  const address = addressOf(pattern, path, query)
  const answer = await send(address, {
    method,
    signal,
    headers: method === 'GET' ? undefined : { 'Content-Type': 'application/json' },
    body: method === 'GET' ? undefined : JSON.stringify(body ?? {}),
  })
  if (!answer.ok) throw new Refusal(await problemOf(answer))
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false
  return (isJson && text ? JSON.parse(text) : text) as Operations[N]['answer']
}

/** The address of an operation that a browser opens by itself, such as a download. */
export function addressOf(pattern: string, path?: Values, query?: Values): string {
  const place = pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path?.[name] ?? '')))
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${place}?${search}` : place
}

export async function send(address: string, init: RequestInit): Promise<Response> {
  try {
    const answer = await fetch(address, init)
    hearTime(answer.headers.get('Date'))
    access.set(answer.status === 401 ? 'out' : 'in')
    return answer
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
    throw new Refusal({ title: 'Parley does not answer.', detail: 'It comes back by itself when `parley up` runs again.', kind: 'FAULT', status: 0 })
  }
}

export async function problemOf(answer: Response): Promise<Problem> {
  try {
    return (await answer.json()) as Problem
  } catch {
    return { title: `The server answered ${answer.status}.`, detail: 'Try again.', kind: 'FAULT', status: answer.status }
  }
}
