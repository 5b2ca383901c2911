import { expect, test } from 'vitest'
import { indexPatch, Patch, rowsOf } from './patch'
import { coloursOf, languageOf } from './tokens'

const PATCH = `diff --git a/a b.ts b/a b.ts
index 1..2 100644
--- a/a b.ts
+++ b/a b.ts
@@ -1,3 +1,4 @@ class A
 same
--- removed, and no header
+++ added, and no header
+more\r
 end
\\ No newline at end of file
diff --git a/b b/b
old mode 100644
Binary files a/b and b/b differ
`

const all = (patch: Patch) => Array.from({ length: patch.length }, (_, at) => patch.line(at))

test('lines are where the counts of a hunk say, whatever they look like', () => {
  expect(all(Patch.of(PATCH))).toEqual([
    { kind: 'gap', text: 'class A' },
    { kind: 'same', text: 'same', old: 1, now: 1 },
    { kind: 'removed', text: '-- removed, and no header', old: 2 },
    { kind: 'added', text: '++ added, and no header', now: 2 },
    { kind: 'added', text: 'more', now: 3 },
    { kind: 'same', text: 'end', old: 3, now: 4 },
    { kind: 'note', text: 'No end of line at the end of the file' },
    { kind: 'note', text: 'old mode 100644' },
    { kind: 'note', text: 'A file that is no text.' },
  ])
  expect(all(Patch.of(PATCH, true)).filter(line => line.kind === 'file').map(line => line.text)).toEqual(['a b.ts', 'b'])
})

test('side by side, what was removed stands beside what was added', () => {
  const rows = rowsOf(Patch.of(PATCH), true)
  const shape = Array.from({ length: rows.length }, (_, at) => rows.row(at)).map(row => [row.whole?.kind ?? row.left?.text, row.right?.text])
  expect(shape.slice(0, 5)).toEqual([['gap', undefined], ['same', 'same'], ['-- removed, and no header', '++ added, and no header'], [undefined, 'more'], ['end', 'end']])
  expect(rows.length).toBe(8)
})

test('what is cut is counted, and a long line says how much is missing', () => {
  const patch = `@@ -0,0 +1,5 @@\n+${'x'.repeat(2_005)}\n+\u202Eb\n+c\n+d\n+e\n`
  const index = indexPatch(patch, false, 3)
  expect([index.kinds.length, index.left]).toEqual([3, 3])
  const cut = new Patch(patch, index)
  expect(cut.line(1).text.endsWith('x … 5 more characters')).toBe(true)
  expect(cut.line(2).text).toBe('‹U+202E›b')
})

test('colours are lengths: nothing becomes HTML again', () => {
  expect(coloursOf('<span class="hljs-keyword">if</span> (a &lt; <span class="hljs-string">&#x27;<span class="hljs-subst">b\nc</span>&#x27;</span>)')).toEqual([
    [2, 'hljs-keyword', 6, '', 1, 'hljs-string', 1, 'hljs-subst'],
    [1, 'hljs-subst', 1, 'hljs-string', 1, ''],
  ])
  expect(languageOf('a/B.TSX')).toBe('typescript')
  expect(languageOf('a.constructor')).toBeUndefined()
})
