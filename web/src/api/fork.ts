import type { LiveSession } from './generated'
import { problemOf, Refusal, send } from './client'

/** A fork, where the CLI can: only asked for when the facts of a session offer it. */
export async function fork(ref: string, row?: string): Promise<LiveSession> {
  const answer = await send(`/api/view/${encodeURIComponent(ref)}/fork`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(row ? { row } : {}) })
  if (!answer.ok) throw new Refusal(await problemOf(answer))
  return (await answer.json()) as LiveSession
}
