import { useEffect, useRef } from 'react'
import { go, sessionPath } from '../actions/go'
import { inbox } from '../stream/inbox'
import { inView } from '../stream/view'
import { useStore } from '../ui/store'
import { oneLine, projectName } from '../ui/text'
import { chime } from './chime'
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
    if (!before) return
    const isSeen = (ref: string | undefined) => document.visibilityState === 'visible' && ref !== undefined && inView.get().has(ref)
    const fresh = items.filter(item => !before.has(item.id) && !isSeen(item.ref))
    if (fresh.length > 0 && kept.read('sound', false)) chime()
    if (!kept.read('notices', false) || !('Notification' in window) || Notification.permission !== 'granted') return
    for (const item of fresh) {
      const notice = new Notification(`${item.provider ?? 'Parley'} ${REASONS[item.kind] ?? ''}`, { body: `${oneLine(item.title, 120)}\n${projectName(item.cwd)}`, tag: item.id, icon: '/icon.svg' })
      notice.onclick = () => {
        window.focus()
        go(item.isBlocking ? `/inbox?item=${encodeURIComponent(item.id)}` : item.ref ? sessionPath(item.ref) : '/inbox')
      }
    }
  }, [isLoaded, items])
}
