import { expect, test } from 'vitest'
import { BlockSplitter } from './blocks'

const TEXT = '# Title\n\nA paragraph with **bold** words.\n\n- one\n- two\n\n```ts\nconst a = 1\n\nconst b = 2\n```\n\nThe end.'

test('what grows letter by letter ends as what came at once', () => {
  const growing = new BlockSplitter()
  for (let end = 1; end <= TEXT.length; end++) growing.blocks(TEXT.slice(0, end), true)
  expect(growing.blocks(TEXT, false).map(one => one.raw).join('')).toBe(TEXT)
  const types = (splitter: BlockSplitter) => splitter.blocks(TEXT, false).map(one => one.type).filter(one => one !== 'space')
  expect(types(growing)).toEqual(types(new BlockSplitter()))
})

test('a block that others follow is never read again', () => {
  const splitter = new BlockSplitter()
  const before = splitter.blocks(`${TEXT}\n\nMore`, true)
  const after = splitter.blocks(`${TEXT}\n\nMore and more`, true)
  expect(after[0]).toBe(before[0])
  expect(after[2]).toBe(before[2])
})

test('another text begins anew', () => {
  const splitter = new BlockSplitter()
  splitter.blocks(`${TEXT}\n\nMore`, true)
  expect(splitter.blocks('short', false).map(one => one.raw)).toEqual(['short'])
})

test('what is open in the tail is closed for the eye', () => {
  const [block] = new BlockSplitter().blocks('half a **bol', true)
  expect(JSON.stringify(block)).toContain('"strong"')
})
