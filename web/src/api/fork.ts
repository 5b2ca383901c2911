import { call } from './client'
import type { LiveSession } from './generated'

/** A new session of the same CLI with everything said up to a row. Its provider is in its name, or known. */
export function fork(ref: string, provider: string, row?: string): Promise<LiveSession> {
  return call('handOver', { path: { ref }, body: { provider, row } })
}
