import { useEffect, useMemo } from 'react'
import { feedOf, type Feed, type SessionFeed } from '../../stream/session'
import { useStore } from '../../ui/store'

/** A feed that is held while somebody looks at it. */
export function useFeed(ref: string, around?: string): [SessionFeed, Feed] {
  const feed = useMemo(() => feedOf(ref, around), [ref, around])
  useEffect(() => feed.hold(), [feed])
  return [feed, useStore(feed.store)]
}
