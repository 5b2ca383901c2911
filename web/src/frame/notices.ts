import { useEffect, useRef } from 'react'
import { go, sessionPath } from '../actions/go'
import { inbox } from '../stream/inbox'
import { inView } from '../stream/view'
import { useStore } from '../ui/store'
import { oneLine, projectName } from '../ui/text'
import { kept } from './kept'

const REASONS: Record<string, string> = { approval: 'asks', question: 'asks', failure: 'failed', limit: 'hit a limit', proposal: 'proposes tickets', finished: 'is done' }

/** Tells of what is new in the inbox, with the reason; never of a session that is in view, never of what was there before. */
export function useNotices(): void {
  const { isLoaded, items } = useStore(inbox)
  const known = useRef<Set<string> | null>(null)
  useEffect(() => {
    if (!isLoaded) return
    const before = known.current
    known.current = new Set(items.map(item => item.id))
    if (!before || !kept.read('notices', false) || !('Notification' in window) || Notification.permission !== 'granted') return
    for (const item of items) {
      const isSeen = document.visibilityState === 'visible' && item.ref !== undefined && inView.get().has(item.ref)
      if (before.has(item.id) || isSeen) continue
      const notice = new Notification(`${item.provider ?? 'Parley'} ${REASONS[item.kind] ?? ''}`, { body: `${oneLine(item.title, 120)}\n${projectName(item.cwd)}`, tag: item.id, icon: '/icon.svg' })
      notice.onclick = () => {
        window.focus()
        go(item.isBlocking ? `/inbox?item=${encodeURIComponent(item.id)}` : item.ref ? sessionPath(item.ref) : '/inbox')
      }
    }
  }, [isLoaded, items])
}
