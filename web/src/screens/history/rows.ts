import type { Session } from '../../api/generated'
import type { Section } from './sections'

/** One line of the list: the title of a section, or a session in it. */
export interface Row { section: Section; isOpen: boolean; isTitle: boolean; index?: number; known?: Session; total?: number }

/** All lines as one numbered list, without making them: a hundred thousand cost nothing. */
export function rowsOf(open: { section: Section; isOpen: boolean }[], totals: ReadonlyMap<string, number>): { count: number; at: (index: number) => Row } {
  const parts = open.flatMap(({ section, isOpen }) => {
    const total = section.known?.length ?? totals.get(section.id) ?? section.count
    // A group in which nothing is found is not shown.
    if (section.title && total === 0) return []
    return [{ section, isOpen, total, title: section.title ? 1 : 0, rows: isOpen ? (section.known?.length ?? totals.get(section.id) ?? 0) : 0 }]
  })
  const count = parts.reduce((sum, part) => sum + part.title + part.rows, 0)
  const at = (index: number): Row => {
    let rest = index
    for (const part of parts) {
      if (rest < part.title) return { section: part.section, isOpen: part.isOpen, isTitle: true, total: part.total }
      rest -= part.title
      if (rest < part.rows) return { section: part.section, isOpen: part.isOpen, isTitle: false, index: rest, known: part.section.known?.[rest] }
      rest -= part.rows
    }
    throw new RangeError(`There is no row ${index}.`)
  }
  return { count, at }
}
