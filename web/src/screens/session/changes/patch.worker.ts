import { readPatch } from './patch'

const PART = 4_000

onmessage = (event: MessageEvent<{ patch: string; hasFiles: boolean }>) => {
  const lines = readPatch(event.data.patch, event.data.hasFiles)
  for (let at = 0; at === 0 || at < lines.length; at += PART) postMessage({ lines: lines.slice(at, at + PART), isLast: at + PART >= lines.length })
}
