import { access } from './access'
import { Refusal } from './client'

/** Asks an address that a screen made itself. What stands in openapi.json is asked by `call`. */
export async function ask<T>(method: 'GET' | 'POST' | 'DELETE', address: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const init = method === 'GET' ? { signal } : { method, signal, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body ?? {}) }
  const answer = await fetch(address, init).catch((failure: unknown) => {
    if (failure instanceof DOMException && failure.name === 'AbortError') throw failure
    throw new Refusal({ title: 'Parley does not answer.', detail: 'It comes back by itself when `parley up` runs again.', kind: 'FAULT', status: 0 })
  })
  if (answer.status === 401) access.set('out')
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.includes('json') ?? false
  if (answer.ok) return (isJson && text ? JSON.parse(text) : text) as T
  throw new Refusal(isJson ? JSON.parse(text) : { title: `The server answered ${answer.status}.`, detail: 'Try again.', kind: 'FAULT', status: answer.status })
}
