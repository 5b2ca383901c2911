import type { Permission } from '../api/generated'

/** What an agent may do without asking, from the least to the most. */
export const FREEDOM: [Permission, string][] = [['plan', 'Plans, changes nothing'], ['ask', 'Asks before it changes anything'], ['edit', 'May edit files'], ['bypass', 'May do everything']]

/** The modes that a CLI has in a live session; all, where it does not tell. */
export function modesOf(provider: { livePermissions?: Permission[] } | undefined): [Permission, string][] {
  const known = provider?.livePermissions
  return known ? FREEDOM.filter(([mode]) => known.includes(mode)) : FREEDOM
}

/** The wanted mode, or the one above it in a CLI that has it not: the person sees which. */
export function closestMode(modes: [Permission, string][], wanted: Permission): Permission {
  const from = FREEDOM.findIndex(([mode]) => mode === wanted)
  const found = FREEDOM.slice(from).find(([mode]) => modes.some(([one]) => one === mode)) ?? modes.at(-1)
  return found ? found[0] : wanted
}
