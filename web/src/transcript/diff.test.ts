import { expect, test } from 'vitest'
import { difference, readPatch, type DiffLine } from './diff'

const shape = (lines: DiffLine[]) => lines.map(line => `${{ same: ' ', added: '+', removed: '-', gap: '~' }[line.kind]}${line.text}`)

test('only what differs, with three lines around it', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at}`)
  const after = before.with(10, 'another')
  const found = difference('a.txt', before.join('\n'), after.join('\n'))
  expect(shape(found.lines)).toEqual(['~⋯', ' line 7', ' line 8', ' line 9', '-line 10', '+another', ' line 11', ' line 12', ' line 13', '~⋯'])
  expect([found.added, found.removed]).toEqual([1, 1])
})

test('a new file is all added, and ends of lines do not count', () => {
  expect(difference('a', '', 'one\r\ntwo\r\n').lines.map(line => line.text)).toEqual(['one', 'two'])
  expect(difference('a', 'one\r\ntwo', 'one\ntwo\n').added).toBe(0)
})

test('texts that are too long to compare are shown whole', () => {
  const many = (word: string) => Array.from({ length: 2_000 }, (_, at) => `${word} ${at}`).join('\n')
  const found = difference('a', many('old'), many('new'))
  expect([found.added, found.removed]).toEqual([2_000, 2_000])
})

test('a patch is read as it is, its heads left out', () => {
  const found = readPatch('a', 'diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new\n same')
  expect(shape(found.lines)).toEqual(['~@@ -1 +1 @@', '-old', '+new', ' same'])
})
