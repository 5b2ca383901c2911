import { indexPatch } from './patch'

onmessage = (event: MessageEvent<{ patch: string; hasFiles: boolean }>) => {
  const index = indexPatch(event.data.patch, event.data.hasFiles)
  postMessage(index, { transfer: [index.kinds, index.from, index.to, index.old, index.now].map(column => column.buffer) })
}
