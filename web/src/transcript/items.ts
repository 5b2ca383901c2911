import { kindOf } from './tools'
import type { Row, ToolRow } from './row'

/** What the list shows: a row, or a run of calls that only read, as one line. */
export type Item = { key: string; row: Row } | { key: string; group: ToolRow[] }

const QUIET = new Set(['read', 'look'])

/** Groups runs of finished calls that only read. Items of the same rows stay the same objects. */
export function itemsOf(rows: readonly Row[], known: Map<string, Item>): Item[] {
  const items: Item[] = []
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!
    let to = at
    while (isQuiet(rows[to])) to++
    if (to - at >= 2) {
      items.push(remembered(known, { key: row.id, group: rows.slice(at, to) as ToolRow[] }))
      at = to - 1
    } else {
      items.push(remembered(known, { key: row.id, row }))
    }
  }
  return items
}

function isQuiet(row: Row | undefined): boolean {
  return row?.kind === 'tool' && row.result !== undefined && !row.result.isError && QUIET.has(kindOf(row.name))
}

function remembered(known: Map<string, Item>, item: Item): Item {
  const before = known.get(item.key)
  if (before && isSame(before, item)) return before
  known.set(item.key, item)
  return item
}

function isSame(a: Item, b: Item): boolean {
  if ('row' in a && 'row' in b) return a.row === b.row
  if ('group' in a && 'group' in b) return a.group.length === b.group.length && a.group.every((row, at) => row === b.group[at])
  return false
}

/** Where a row is, alone or in a group; -1 if it is not here. */
export function itemAt(items: readonly Item[], key: string): number {
  return items.findLastIndex(item => item.key === key || ('group' in item && item.group.some(row => row.id === key)))
}

/** Near enough that little moves when the real height is known. */
export function estimate(item: Item): number {
  if ('group' in item) return 30
  const { row } = item
  switch (row.kind) {
    case 'prompt': return 56 + 21 * Math.ceil(row.text.length / 80)
    case 'text': return 24 + 22 * Math.ceil(row.text.length / 78)
    case 'tool': return 30
    default: return 30
  }
}
