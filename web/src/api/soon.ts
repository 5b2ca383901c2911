import type { LiveSession, Permission, Ticket } from './generated'
import { problemOf, Refusal, send } from './client'

export interface Commands { commands: { name: string; description?: string; hint?: string }[]; models: { id: string; name?: string; isCurrent?: boolean }[]; modes: string[]; context?: { tokens: number; window?: number; percent?: number }; quota?: { name: string; usedPercent: number; resetsAt?: string }[] }
export interface FoundFile { path: string; isDirectory: boolean }

async function ask<T>(method: string, address: string, body?: unknown): Promise<T> {
  const answer = await send(address, { method, headers: body === undefined ? undefined : { 'Content-Type': 'application/json' }, body: body === undefined ? undefined : JSON.stringify(body) })
  if (!answer.ok) throw new Refusal(await problemOf(answer))
  return (await answer.json()) as T
}

const view = (ref: string) => `/api/view/${encodeURIComponent(ref)}`

export const soon = {
  commands: (ref: string) => ask<Commands>('GET', `${view(ref)}/commands`),
  files: (ref: string, q: string) => ask<{ files: FoundFile[] }>('GET', `${view(ref)}/files?q=${encodeURIComponent(q)}&limit=12`),
  directories: (prefix: string) => ask<{ directories: { path: string; isRepository?: boolean }[] }>('GET', `/api/directories?prefix=${encodeURIComponent(prefix)}`),
  fork: (ref: string, row?: string) => ask<LiveSession>('POST', `${view(ref)}/fork`, row ? { row } : {}),
  handover: (ref: string, to: { provider: string; row?: string; prompt?: string; permission?: Permission }) => ask<LiveSession>('POST', `${view(ref)}/handover`, to),
  ticket: (ref: string, row?: string, title?: string) => ask<Ticket>('POST', `${view(ref)}/ticket`, { row, title }),
  testRule: (approvalId: string) => ask<{ rule: string; asked: number; answered: number; suggestion?: string }>('POST', '/api/rules/test', { approvalId }),
}
