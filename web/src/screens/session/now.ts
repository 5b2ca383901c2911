import { useMemo } from 'react'
import type { LiveSession, Mark, SessionFacts } from '../../api/generated'
import { attention } from '../../stream/inbox'
import { live } from '../../stream/live'
import { useMark } from '../../stream/marks'
import { statusOf, type StatusWord } from '../../ui/Status'
import { useStore } from '../../ui/store'

/** A session as it is now: stored facts, the live state of the socket, and the person's marks. */
export interface Now {
  ref: string
  liveId?: string
  facts: SessionFacts
  live?: LiveSession
  mark?: Mark
  title: string
  status: StatusWord
  /** Another Parley has it open: it can be read, not written to. */
  isElsewhere: boolean
  isBusy: boolean
}

export function useNow(facts: SessionFacts | undefined): Now | null {
  const fresh = useStore(live, value => (facts?.liveId ? value.sessions.get(facts.liveId) : undefined))
  const newer = useMark(facts?.key ?? facts?.liveId ?? facts?.ref)
  const noticed = useStore(attention, all => (facts ? (all.get(facts.liveId ?? '') ?? all.get(facts.key ?? '')) : undefined))
  return useMemo(() => {
    if (!facts) return null
    const current = fresh ?? facts.live
    const mark = newer ?? facts.mark
    const status = current ? statusOf(current, noticed) : 'idle'
    return {
      ref: facts.ref,
      liveId: facts.liveId,
      facts,
      live: current,
      mark,
      title: mark?.title ?? current?.title ?? facts.title ?? 'Session',
      status,
      isElsewhere: current?.owner !== undefined,
      isBusy: status === 'working' || status === 'waiting',
    }
  }, [facts, fresh, newer, noticed])
}
