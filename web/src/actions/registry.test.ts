import { expect, test } from 'vitest'
import { perform, possible, register } from './registry'

const action = (id: string, run: () => void = () => undefined, more = {}) => ({ id, title: id, group: 'g', run, ...more })

test('what was registered last goes first, and each name counts once', () => {
  const told: string[] = []
  const end = register([action('a', () => told.push('frame')), action('b')])
  const endScreen = register([action('a', () => told.push('screen'))])
  expect(possible().map(one => one.id)).toEqual(['a', 'b'])
  perform('a')
  endScreen()
  perform('a')
  expect(told).toEqual(['screen', 'frame'])
  end()
  expect(perform('a')).toBe(false)
})

test('what is not possible now is not done', () => {
  const end = register([action('c', () => undefined, { when: () => false })])
  expect(possible()).toEqual([])
  expect(perform('c')).toBe(false)
  end()
})
