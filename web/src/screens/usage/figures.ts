import type { UsageTotals } from '../../api/generated'
import { tokens } from '../../ui/text'

export type Used = { name: string } & UsageTotals
export type Measure = 'money' | 'tokens' | 'cache'

export const MEASURES = [['money', 'Money'], ['tokens', 'Tokens'], ['cache', 'From a cache']] as const

const NOTHING: UsageTotals = { requests: 0, inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, cost: 0, unpricedTokens: 0 }

export function added(rows: readonly UsageTotals[]): UsageTotals {
  const total = { ...NOTHING }
  for (const row of rows) for (const key of Object.keys(total) as (keyof UsageTotals)[]) total[key] += row[key]
  return total
}

export function valueOf(measure: Measure, used: UsageTotals): number {
  if (measure === 'money') return used.cost
  if (measure === 'tokens') return used.inputTokens + used.outputTokens
  return used.inputTokens > 0 ? used.cachedTokens / used.inputTokens : 0
}

export function shownOf(measure: Measure, used: UsageTotals): string {
  return shown(measure, valueOf(measure, used))
}

export function shown(measure: Measure, value: number): string {
  if (measure === 'money') return value > 0 && value < 0.01 ? '<$0.01' : `$${value < 1000 ? value.toFixed(2) : Math.round(value).toLocaleString()}`
  return measure === 'tokens' ? tokens(Math.round(value)) : `${Math.round(value * 100)} %`
}

/** One entry for each day between the first and today, also for those on which nothing happened. At most two years. */
export function allDays(rows: readonly Used[]): Used[] {
  const known = new Map(rows.filter(row => /^\d{4}-\d{2}-\d{2}$/.test(row.name)).map(row => [row.name, row]))
  const names = [...known.keys()].sort()
  const first = names[0]
  if (!first) return []
  const last = [names.at(-1)!, dayName(new Date())].sort().at(-1)!
  const days: Used[] = []
  const at = new Date(`${first}T12:00:00`)
  while (dayName(at) <= last && days.length < 10_000) {
    const name = dayName(at)
    days.push(known.get(name) ?? { name, ...NOTHING })
    at.setDate(at.getDate() + 1)
  }
  return days.slice(-730)
}

function dayName(date: Date): string {
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`
}

/** The end of the scale: a round number not below the highest. */
export function roundUp(value: number): number {
  if (value <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(value))
  return [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map(step => step * size).find(step => step >= value) ?? value
}
