import { useActions } from '../actions/registry'
import { isOpened, setOpened } from './folds'
import type { Item } from './items'
import type { Scrolling } from './scrolling'

/** The keys of the talk: from prompt to prompt, to the end, open or fold. */
export function useTranscriptKeys(isOn: boolean, items: Item[], place: string, { virtual, toEnd, toItem }: Scrolling): void {
  const jump = (step: 1 | -1) => {
    const top = virtual.scrollOffset ?? 0
    const here = virtual.getVirtualItemForOffset(top + 24)?.index ?? 0
    for (let at = here + step; at >= 0 && at < items.length; at += step) {
      const item = items[at]!
      if ('row' in item && item.row.kind === 'prompt') return toItem(at)
    }
    if (step === 1) toEnd()
  }
  const toggle = () => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
    const last = items.findLast(item => item.key === focused) ?? items.findLast(item => 'group' in item || item.row.kind === 'tool' || item.row.kind === 'thought')
    if (!last) return
    const key = 'group' in last ? `${place}/group-${last.key}` : `${place}/${last.key}`
    setOpened(key, !isOpened(key))
  }
  useActions(isOn ? [
    { id: 'next-prompt', title: 'To the next prompt', group: 'Conversation', keys: ['Shift+J'], run: () => jump(1) },
    { id: 'previous-prompt', title: 'To the previous prompt', group: 'Conversation', keys: ['Shift+K'], run: () => jump(-1) },
    { id: 'to-end', title: 'To the end', group: 'Conversation', keys: ['End'], run: toEnd },
    { id: 'fold', title: 'Open or fold', group: 'Conversation', keys: ['o'], run: toggle },
  ] : [])
}
