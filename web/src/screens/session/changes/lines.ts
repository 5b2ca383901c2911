import { useEffect, useMemo, useState } from 'react'
import { Patch, type PatchIndex } from './patch'

/** A patch this long is read beside the page, so that nobody who types has to wait for it. */
const LONG = 100_000

/** The lines of a patch; nothing while they are being found. */
export function usePatchLines(text: string | undefined, hasFiles: boolean): Patch | undefined {
  const isLong = (text?.length ?? 0) > LONG
  const short = useMemo(() => (text === undefined || isLong ? undefined : Patch.of(text, hasFiles)), [text, isLong, hasFiles])
  const [read, setRead] = useState<{ text: string; patch: Patch }>()
  useEffect(() => {
    if (text === undefined || !isLong) return
    const worker = new Worker(new URL('./patch.worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = (event: MessageEvent<PatchIndex>) => {
      setRead({ text, patch: new Patch(text, event.data) })
      worker.terminate()
    }
    worker.postMessage({ patch: text, hasFiles })
    return () => worker.terminate()
  }, [text, isLong, hasFiles])
  return isLong ? (read?.text === text ? read?.patch : undefined) : short
}
