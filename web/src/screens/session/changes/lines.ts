import { useEffect, useMemo, useState } from 'react'
import { readPatch, type PatchLine } from './patch'

/** A patch this long is read beside the page, so that nobody who types has to wait for it. */
const LONG = 100_000

/** The lines of a patch; nothing while they are being read. */
export function usePatchLines(patch: string | undefined, hasFiles: boolean): readonly PatchLine[] | undefined {
  const isLong = (patch?.length ?? 0) > LONG
  const short = useMemo(() => (patch === undefined || isLong ? undefined : readPatch(patch, hasFiles)), [patch, isLong, hasFiles])
  const [read, setRead] = useState<{ patch: string; lines: readonly PatchLine[] }>()
  useEffect(() => {
    if (patch === undefined || !isLong) return
    const worker = new Worker(new URL('./patch.worker.ts', import.meta.url), { type: 'module' })
    const lines: PatchLine[] = []
    // They come in parts: a message of all of them would be unpacked in one long task.
    worker.onmessage = (event: MessageEvent<{ lines: PatchLine[]; isLast: boolean }>) => {
      for (const line of event.data.lines) lines.push(line)
      if (event.data.isLast) setRead({ patch, lines })
    }
    worker.postMessage({ patch, hasFiles })
    return () => worker.terminate()
  }, [patch, isLong, hasFiles])
  return isLong ? (read?.patch === patch ? read?.lines : undefined) : short
}
