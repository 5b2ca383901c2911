import { expect, test } from 'vitest'
import type { ToolRow } from './row'
import { diffsOf, lineOf } from './tools'

const row = (name: string, given: unknown) => ({ kind: 'tool', id: '1', last: 1, time: '', callId: 'c', name, arguments: given, summary: '' }) as ToolRow
const shown = (name: string, given: unknown) => diffsOf(row(name, given)).map(one => `${one.path} +${one.added} -${one.removed}`)

test('every CLI has its own words for an edit', () => {
  expect(shown('Edit', { file_path: '/p/a', old_string: 'one', new_string: 'two' })).toEqual(['/p/a +1 -1'])
  expect(shown('Write', { file_path: '/p/a', content: 'one\ntwo\n' })).toEqual(['/p/a +2 -0'])
  expect(shown('MultiEdit', { file_path: '/p/a', edits: [{ old_string: 'one', new_string: 'two' }, { old_string: 'three', new_string: '' }] })).toEqual(['/p/a +1 -1', '/p/a +0 -1'])
})

test('changes of Codex, a new file and a patch of another', () => {
  const changes = [{ path: '/p/new', kind: { type: 'add' }, diff: 'one\ntwo\n' }, { path: '/p/old', kind: { type: 'update', move_path: null }, diff: '@@ -1,2 +1,2 @@\n a\n-b\n+c\n' }, { path: '/p/gone', kind: { type: 'delete' }, diff: 'x\n' }]
  expect(shown('apply_patch', { changes })).toEqual(['/p/new +2 -0', '/p/old +1 -1', '/p/gone +0 -1'])
})

test('changes of ACP agents, with the text before and after', () => {
  expect(shown('write_file', { title: 'Writing', path: '/p/a', changes: [{ type: 'diff', path: '/p/a', oldText: null, newText: 'one\n' }] })).toEqual(['/p/a +1 -0'])
})

test('changes that are named and nothing else show nothing', () => {
  expect(shown('apply_patch', { changes: [{ path: '/p/a', kind: 'add' }, 'nonsense'] })).toEqual([])
})

test('one line names the file, and the command without the shell around it', () => {
  expect(lineOf(row('apply_patch', { changes: [{ path: '/p/a', kind: { type: 'add' }, diff: 'x' }] })).about).toBe('/p/a')
  expect(lineOf(row('shell', { command: "/bin/bash -lc 'npm test'" })).about).toBe('npm test')
  expect(lineOf(row('shell', { command: "bash -lc 'echo '\\''a'\\'''" })).about).toBe("bash -lc 'echo '\\''a'\\'''")
})
