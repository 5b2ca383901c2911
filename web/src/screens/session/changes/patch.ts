/** One line of a patch, with its numbers in the old and the new file. */
export interface PatchLine { kind: 'same' | 'added' | 'removed' | 'gap' | 'note' | 'file'; text: string; old?: number; now?: number }

const LONGEST = 2_000
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?(.*)$/

/** Reads a patch as git writes it. The counts of a hunk say where it ends: a removed line may look like a header.
 * @param hasFiles whether each file gets a line with its name */
export function readPatch(patch: string, hasFiles = false): PatchLine[] {
  const lines: PatchLine[] = []
  let [old, now, oldLeft, nowLeft] = [0, 0, 0, 0]
  for (const line of split(patch)) {
    if (line.startsWith('\\')) {
      lines.push({ kind: 'note', text: 'No end of line at the end of the file' })
    } else if (oldLeft > 0 || nowLeft > 0) {
      const text = shown(line.slice(1))
      if (line.startsWith('+')) { lines.push({ kind: 'added', text, now: now++ }); nowLeft-- }
      else if (line.startsWith('-')) { lines.push({ kind: 'removed', text, old: old++ }); oldLeft-- }
      else { lines.push({ kind: 'same', text, old: old++, now: now++ }); oldLeft--; nowLeft-- }
    } else {
      const hunk = HUNK.exec(line)
      if (hasFiles && line.startsWith('diff --git ')) {
        lines.push({ kind: 'file', text: shown(line.slice(line.lastIndexOf(' b/') + 3)) })
      } else if (hasFiles && /^(--- a|\+\+\+ b)\//.test(line) && lines.at(-1)?.kind === 'file') {
        // Exact, also where a name has a blank and a letter b in it.
        lines[lines.length - 1] = { kind: 'file', text: shown(line.slice(6).replace(/\t$/, '')) }
      } else if (hunk) {
        [old, oldLeft, now, nowLeft] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3]), Number(hunk[4] ?? 1)]
        lines.push({ kind: 'gap', text: shown(hunk[5] ?? '') || `Line ${now}` })
      } else if (/^(Binary files|old mode|new mode|rename from|rename to|new file mode 120000)/.test(line)) {
        lines.push({ kind: 'note', text: line.startsWith('Binary files') ? 'A file that is no text.' : shown(line) })
      }
    }
  }
  return lines
}

function split(patch: string): string[] {
  const lines = patch.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Signs that would reorder a line, or hide in it, are shown by their number; very long lines are cut. */
function shown(text: string): string {
  const plain = text.replace(/\r$/, '').replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, sign => `‹U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)} … ${(plain.length - LONGEST).toLocaleString()} more characters` : plain
}

/** A row on the screen: one line, or the old and the new side by side. */
export interface PatchRow { whole?: PatchLine; left?: PatchLine; right?: PatchLine }

export function rowsOf(lines: readonly PatchLine[], isSplit: boolean): PatchRow[] {
  if (!isSplit) return lines.map(whole => ({ whole }))
  const rows: PatchRow[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (line.kind === 'gap' || line.kind === 'note') { rows.push({ whole: line }); at++; continue }
    if (line.kind === 'same') { rows.push({ left: line, right: line }); at++; continue }
    const removed = run(lines, at, 'removed')
    const added = run(lines, at + removed.length, 'added')
    for (let one = 0; one < Math.max(removed.length, added.length); one++) rows.push({ left: removed[one], right: added[one] })
    at += removed.length + added.length
  }
  return rows
}

function run(lines: readonly PatchLine[], from: number, kind: PatchLine['kind']): PatchLine[] {
  let to = from
  while (lines[to]?.kind === kind) to++
  return lines.slice(from, to)
}

/** A name for a line that stays when the patch is shown in another way. */
export function keyOf(line: PatchLine): string {
  return line.now === undefined ? `old ${line.old}` : `new ${line.now}`
}
