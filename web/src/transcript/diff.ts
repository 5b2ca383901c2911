/** One line of a difference. */
export interface DiffLine { kind: 'same' | 'added' | 'removed' | 'gap'; text: string }
export interface FileDiff { path: string; lines: DiffLine[]; added: number; removed: number }

const MOST_COMPARED = 1_500
const AROUND = 3

/** The difference of two texts, line by line, with three lines around each change. */
export function difference(path: string, before: string, after: string): FileDiff {
  const old = split(before)
  const now = split(after)
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head++
  let tail = 0
  while (tail < old.length - head && tail < now.length - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++
  const lines: DiffLine[] = [
    ...old.slice(0, head).map(text => ({ kind: 'same' as const, text })),
    ...middle(old.slice(head, old.length - tail), now.slice(head, now.length - tail)),
    ...old.slice(old.length - tail).map(text => ({ kind: 'same' as const, text })),
  ]
  return counted(path, lines)
}

/** A unified diff or a patch in the form of `apply_patch`, read as it is. */
export function readPatch(path: string, patch: string): FileDiff {
  const lines: DiffLine[] = []
  for (const line of split(patch)) {
    if (/^(diff |index |--- |\+\+\+ |\*\*\* (Begin|End))/.test(line)) continue
    if (line.startsWith('@@') || line.startsWith('***')) lines.push({ kind: 'gap', text: line })
    else if (line.startsWith('+')) lines.push({ kind: 'added', text: line.slice(1) })
    else if (line.startsWith('-')) lines.push({ kind: 'removed', text: line.slice(1) })
    else lines.push({ kind: 'same', text: line.replace(/^ /, '') })
  }
  return counted(path, lines, false)
}

function counted(path: string, lines: DiffLine[], isToShorten = true): FileDiff {
  return {
    path,
    lines: isToShorten ? shortened(lines) : lines,
    added: lines.filter(line => line.kind === 'added').length,
    removed: lines.filter(line => line.kind === 'removed').length,
  }
}

function split(text: string): string[] {
  if (text === '') return []
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The longest common part stays; texts too long for that are shown whole, old before new. */
function middle(old: string[], now: string[]): DiffLine[] {
  const removed = (text: string): DiffLine => ({ kind: 'removed', text })
  const added = (text: string): DiffLine => ({ kind: 'added', text })
  if (old.length * now.length === 0 || old.length + now.length > MOST_COMPARED) return [...old.map(removed), ...now.map(added)]
  const width = now.length + 1
  const length = new Uint16Array((old.length + 1) * width)
  for (let a = old.length - 1; a >= 0; a--) {
    for (let b = now.length - 1; b >= 0; b--) {
      length[a * width + b] = old[a] === now[b] ? length[(a + 1) * width + b + 1]! + 1 : Math.max(length[(a + 1) * width + b]!, length[a * width + b + 1]!)
    }
  }
  const lines: DiffLine[] = []
  let a = 0
  let b = 0
  while (a < old.length && b < now.length) {
    if (old[a] === now[b]) { lines.push({ kind: 'same', text: old[a]! }); a++; b++ }
    else if (length[(a + 1) * width + b]! >= length[a * width + b + 1]!) lines.push(removed(old[a++]!))
    else lines.push(added(now[b++]!))
  }
  return [...lines, ...old.slice(a).map(removed), ...now.slice(b).map(added)]
}

function shortened(lines: DiffLine[]): DiffLine[] {
  const isNear = new Uint8Array(lines.length)
  lines.forEach((line, at) => {
    if (line.kind !== 'same') isNear.fill(1, Math.max(0, at - AROUND), at + AROUND + 1)
  })
  const shown: DiffLine[] = []
  lines.forEach((line, at) => {
    if (isNear[at]) shown.push(line)
    else if (shown.at(-1)?.kind !== 'gap') shown.push({ kind: 'gap', text: '⋯' })
  })
  return shown
}
