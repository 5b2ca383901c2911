import { hljs } from '../../../transcript/languages'
import type { Colours } from './colours'
import { Patch } from './patch'
import { coloursOf, languageOf } from './tokens'

const PART = 400

/** Each hunk is coloured twice, as it was and as it is: what a line means depends on those before it. */
onmessage = (event: MessageEvent<{ text: string; path?: string }>) => {
  const patch = Patch.of(event.data.text, event.data.path === undefined)
  let language = languageOf(event.data.path ?? '')
  let part: (Colours | undefined)[] = []
  let sent = 0
  const send = () => {
    postMessage({ from: sent, colours: part })
    sent += part.length
    part = []
  }
  for (let at = 0; at < patch.length;) {
    const line = patch.line(at)
    if (line.kind === 'file') language = languageOf(line.text)
    if (line.kind === 'file' || line.kind === 'gap' || line.kind === 'note') { part.push(undefined); at++; continue }
    const from = at
    const old: string[] = []
    const now: string[] = []
    const kinds: string[] = []
    for (; at < patch.length; at++) {
      const { kind, text } = patch.line(at)
      if (kind === 'file' || kind === 'gap') break
      kinds.push(kind)
      if (kind === 'same' || kind === 'removed') old.push(text)
      if (kind === 'same' || kind === 'added') now.push(text)
    }
    const known = language !== undefined && hljs.getLanguage(language) ? language : undefined
    const was = known && kinds.includes('removed') ? coloured(old, known) : []
    const is = known ? coloured(now, known) : []
    let [oldAt, nowAt] = [0, 0]
    for (let one = from; one < at; one++) {
      const kind = kinds[one - from]
      part.push(kind === 'removed' ? was[oldAt] : kind === 'note' ? undefined : is[nowAt])
      if (kind === 'same' || kind === 'removed') oldAt++
      if (kind === 'same' || kind === 'added') nowAt++
      if (part.length >= PART) send()
    }
  }
  send()
}

function coloured(lines: string[], language: string): Colours[] {
  return coloursOf(hljs.highlight(lines.join('\n'), { language, ignoreIllegals: true }).value)
}
