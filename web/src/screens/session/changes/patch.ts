/** One line of a patch, with its numbers in the old and the new file. */
export interface PatchLine { kind: 'same' | 'added' | 'removed' | 'gap' | 'note' | 'file'; text: string; old?: number; now?: number }

/** Where the lines of a patch are in it. Plain numbers: they pass from a worker to the page without being copied. */
export interface PatchIndex {
  kinds: Uint8Array<ArrayBuffer>
  /** Where the text of a line begins and ends. */
  from: Uint32Array<ArrayBuffer>
  to: Uint32Array<ArrayBuffer>
  old: Uint32Array<ArrayBuffer>
  now: Uint32Array<ArrayBuffer>
  /** How many lines are not in here: there were too many. */
  left: number
}

const LONGEST = 2_000

/** Browsers draw nothing that is higher than some 30 million pixels. */
const MOST = 1_000_000
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@ ?/
const NOTE = /^(old mode|new mode|rename from|rename to|new file mode 120000)/
const [SAME, ADDED, REMOVED, GAP, NOTED, FILE, BINARY, NO_END] = [0, 1, 2, 3, 4, 5, 6, 7]
const KINDS = ['same', 'added', 'removed', 'gap', 'note', 'file', 'note', 'note'] as const

/** Finds the lines of a patch as git writes it. The counts of a hunk say where it ends: a removed line may look like a
 * header. What is in them is read when it is shown.
 * @param hasFiles whether each file gets a line with its name */
export function indexPatch(patch: string, hasFiles = false, most = MOST): PatchIndex {
  const lines = new Lines()
  let [old, now, oldLeft, nowLeft, left] = [0, 0, 0, 0, 0]
  for (let at = 0; at < patch.length;) {
    const next = patch.indexOf('\n', at)
    const end = next < 0 ? patch.length : next
    const sign = patch.charCodeAt(at)
    if (lines.count >= most) {
      left++
    } else if (sign === 92 /* \ */) {
      lines.add(NO_END, at, at, 0, 0)
    } else if (oldLeft > 0 || nowLeft > 0) {
      if (sign === 43 /* + */) { lines.add(ADDED, at + 1, end, 0, now++); nowLeft-- }
      else if (sign === 45 /* - */) { lines.add(REMOVED, at + 1, end, old++, 0); oldLeft-- }
      else { lines.add(SAME, Math.min(at + 1, end), end, old++, now++); oldLeft--; nowLeft-- }
    } else {
      const line = patch.slice(at, Math.min(end, at + 4_096))
      const hunk = HUNK.exec(line)
      if (hasFiles && line.startsWith('diff --git ')) {
        lines.add(FILE, at + line.lastIndexOf(' b/') + 3, end, 0, 0)
      } else if (hasFiles && /^(--- a|\+\+\+ b)\//.test(line) && lines.last() === FILE) {
        // Exact, also where a name has a blank and a letter b in it.
        lines.drop()
        lines.add(FILE, at + 6, patch[end - 1] === '\t' ? end - 1 : end, 0, 0)
      } else if (hunk) {
        [old, oldLeft, now, nowLeft] = [Number(hunk[1]), Number(hunk[2] ?? 1), Number(hunk[3]), Number(hunk[4] ?? 1)]
        lines.add(GAP, at + hunk[0].length, end, 0, now)
      } else if (line.startsWith('Binary files')) {
        lines.add(BINARY, at, at, 0, 0)
      } else if (NOTE.test(line)) {
        lines.add(NOTED, at, end, 0, 0)
      }
    }
    at = end + 1
  }
  return lines.index(left)
}

/** Columns that grow. */
class Lines {
  count = 0
  private columns = [0, 1, 2, 3].map(() => new Uint32Array(1_024))
  private kinds = new Uint8Array(1_024)

  add(kind: number, ...values: [from: number, to: number, old: number, now: number]): void {
    if (this.count === this.kinds.length) {
      this.kinds = grown(this.kinds, new Uint8Array(2 * this.count))
      this.columns = this.columns.map(column => grown(column, new Uint32Array(2 * this.count)))
    }
    this.kinds[this.count] = kind
    for (let at = 0; at < 4; at++) this.columns[at]![this.count] = values[at]!
    this.count++
  }

  last(): number | undefined {
    return this.count === 0 ? undefined : this.kinds[this.count - 1]
  }

  drop(): void {
    this.count--
  }

  index(left: number): PatchIndex {
    const [from, to, old, now] = this.columns.map(column => column.slice(0, this.count))
    return { kinds: this.kinds.slice(0, this.count), from: from!, to: to!, old: old!, now: now!, left }
  }
}

function grown<T extends Uint8Array | Uint32Array>(before: T, after: T): T {
  after.set(before)
  return after
}

/** A patch and where its lines are. */
export class Patch {
  readonly length: number

  constructor(private readonly text: string, readonly index: PatchIndex) {
    this.length = index.kinds.length
  }

  static of(text: string, hasFiles = false): Patch {
    return new Patch(text, indexPatch(text, hasFiles))
  }

  kind(at: number): PatchLine['kind'] {
    return KINDS[this.index.kinds[at]!]!
  }

  line(at: number): PatchLine {
    const { kinds, from, to, old, now } = this.index
    const kind = this.kind(at)
    const text = shown(this.text, from[at]!, to[at]!)
    switch (kinds[at]) {
      case SAME: return { kind, text, old: old[at], now: now[at] }
      case ADDED: return { kind, text, now: now[at] }
      case REMOVED: return { kind, text, old: old[at] }
      case GAP: return { kind, text: text || `Line ${now[at]}` }
      case BINARY: return { kind, text: 'A file that is no text.' }
      case NO_END: return { kind, text: 'No end of line at the end of the file' }
      default: return { kind, text }
    }
  }
}

/** Signs that would reorder a line, or hide in it, are shown by their number; very long lines are cut. */
function shown(patch: string, from: number, to: number): string {
  const end = to > from && patch[to - 1] === '\r' ? to - 1 : to
  const plain = patch.slice(from, Math.min(end, from + LONGEST)).replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g, sign => `‹U+${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}›`)
  return end - from > LONGEST ? `${plain} … ${(end - from - LONGEST).toLocaleString()} more characters` : plain
}

/** A row on the screen: one line, or the old and the new side by side. Numbers are those of lines in the patch. */
export interface PatchRow { whole?: PatchLine; left?: PatchLine; right?: PatchLine; at: number; leftAt?: number; rightAt?: number }

/** The rows of a patch. They are made when they are shown. */
export interface PatchRows { length: number; row: (at: number) => PatchRow }

export function rowsOf(patch: Patch, isSplit: boolean): PatchRows {
  if (!isSplit) return { length: patch.length, row: at => ({ whole: patch.line(at), at }) }
  const { kinds } = patch.index
  const left = new Int32Array(patch.length)
  const right = new Int32Array(patch.length)
  let count = 0
  for (let at = 0; at < patch.length;) {
    if (kinds[at] !== ADDED && kinds[at] !== REMOVED) { left[count] = at; right[count++] = at++; continue }
    const added = run(kinds, at, REMOVED)
    const end = run(kinds, added, ADDED)
    for (let one = 0; one < Math.max(added - at, end - added); one++) {
      left[count] = at + one < added ? at + one : -1
      right[count++] = added + one < end ? added + one : -1
    }
    at = end
  }
  const row = (number: number): PatchRow => {
    const [leftAt, rightAt] = [left[number]!, right[number]!]
    if (leftAt === rightAt) {
      const line = patch.line(leftAt)
      return line.kind === 'same' ? { left: line, right: line, at: leftAt, leftAt, rightAt } : { whole: line, at: leftAt }
    }
    return {
      at: leftAt < 0 ? rightAt : leftAt,
      ...(leftAt >= 0 && { left: patch.line(leftAt), leftAt }),
      ...(rightAt >= 0 && { right: patch.line(rightAt), rightAt }),
    }
  }
  return { length: count, row }
}

/** Where a run of one kind ends. */
function run(kinds: Uint8Array, from: number, kind: number | undefined): number {
  let to = from
  while (kinds[to] === kind) to++
  return to
}

/** A name for a line that stays when the patch is shown in another way. */
export function keyOf(line: PatchLine): string {
  return line.now === undefined ? `old ${line.old}` : `new ${line.now}`
}
