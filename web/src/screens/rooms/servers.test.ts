import { expect, test } from 'vitest'
import { serversOf, typedServers } from './servers'

const SERVERS = {
  docs: { command: 'npx', args: ['-y', 'a server', 'say "hi"', 'C:\\x'], env: { KEY: '${DOCS_KEY}', EMPTY: '' } },
  wiki: { url: 'https://wiki.example.org/mcp', headers: { Authorization: 'Bearer ${WIKI_KEY}' } },
}

test('what is stored comes back as it was', () => {
  expect(serversOf(typedServers(SERVERS))).toEqual(SERVERS)
  expect(typedServers(undefined)).toEqual([])
})

test('a command may have quotations, an address is none', () => {
  expect(serversOf([{ name: ' a ', where: `run 'one two' "three" four`, values: '' }])).toEqual({ a: { command: 'run', args: ['one two', 'three', 'four'], env: {} } })
  expect(serversOf([{ name: 'a', where: ' http://127.0.0.1:1/mcp ', values: 'X-Key: a:b=c\n\n' }])).toEqual({ a: { url: 'http://127.0.0.1:1/mcp', headers: { 'X-Key': 'a:b=c' } } })
})

test('what makes no sense is refused in words', () => {
  const one = (values: string, where = 'run') => () => serversOf([{ name: 'a', where, values }])
  expect(one('KEY')).toThrow('"KEY" of the MCP server a is no value.')
  expect(one('=x')).toThrow('is no value')
  expect(one('', 'run "open')).toThrow('is open')
  expect(() => serversOf([{ name: 'a', where: 'x', values: '' }, { name: 'a', where: 'y', values: '' }])).toThrow('Two MCP servers')
})
