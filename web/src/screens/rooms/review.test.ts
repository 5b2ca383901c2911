import { expect, test } from 'vitest'
import { withoutDiff, withoutJson } from './review'

test('a change stands apart from the words before it', () => {
  expect(withoutDiff('Please look.\n\n```diff\n-a\n+b\n```')).toEqual({ text: 'Please look.', diff: '-a\n+b' })
  expect(withoutDiff('~~~~~~diff\n+```\n~~~~~~')).toEqual({ text: '', diff: '+```' })
  expect(withoutDiff('no ```diff here')).toEqual({ text: 'no ```diff here' })
})

test('findings and verdicts are lines', () => {
  expect(withoutJson('I looked.\n```json\n{"findings":[{"file":"a.ts","line":3,"title":"Leaks <b>"}]}\n```')).toBe('I looked.\n\n- **Leaks \\<b\\>** a.ts:3')
  expect(withoutJson('{"findings":[]}')).toBe('Nothing found.')
  expect(withoutJson('```json\n{"verdicts":[{"id":"F1","verdict":"dispute","reason":"No"}]}\n```')).toBe('- dispute **F1** No')
})

test('what is no answer to a review stays as it is', () => {
  for (const text of ['plain words', '{broken', '{"other":1}', '```js\nf()\n```']) expect(withoutJson(text)).toBe(text)
})
