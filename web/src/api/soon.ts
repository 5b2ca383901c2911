import type { LiveSession, Permission, Ticket } from './generated'
import { problemOf, Refusal, send } from './client'


async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await send(address, { method, headers: body === undefined ? undefined : { 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) })
  if (!answer.ok) throw new Refusal(await problemOf(answer))
  return (await answer.json()) as T
}

const view = (ref: string) => `/api/view/${encodeURIComponent(ref)}`

export const soon = {
  fork: (ref: string, row?: string) => ask<LiveSession>('POST', `${view(ref)}/fork`, row ? { row } : {}),
  handover: (ref: string, to: { provider: string; row?: string; prompt?: string; permission?: Permission }) => ask<LiveSession>('POST', `${view(ref)}/handover`, to),
  ticket: (ref: string, row?: string, title?: string) => ask<Ticket>('POST', `${view(ref)}/ticket`, { row, title }),
  testRule: (approvalId: string) => ask<{ rule: string; asked: number; answered: number; suggestion?: string }>('POST', '/api/rules/test', { approvalId }),
}
