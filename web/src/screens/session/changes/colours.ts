import { useEffect, useState } from 'react'
import type { Patch } from './patch'

/** Lengths and what they are, one after the other: `[3, 'keyword', 12, '']`. */
export type Colours = readonly (number | string)[]

/** Longer ones stay plain: colours are not worth the time they would take. */
const MOST_LINES = 20_000
const MOST_CHARACTERS = 1_000_000

export const isTooLong = (patch: Patch, text: string) => patch.length > MOST_LINES || text.length > MOST_CHARACTERS

/** The colours of the lines of a patch, as a worker finds them: those that are not there yet are shown plain.
 * @param path what all of it is about; absent: its lines say so */
export function useColours(patch: Patch | undefined, text: string | undefined, path?: string): (line: number) => Colours | undefined {
  const [found, setFound] = useState<{ patch: Patch; colours: (Colours | undefined)[] }>()
  useEffect(() => {
    if (!patch || text === undefined || isTooLong(patch, text)) return
    const worker = new Worker(new URL('./colours.worker.ts', import.meta.url), { type: 'module' })
    const colours: (Colours | undefined)[] = []
    let frame = 0
    worker.onmessage = (event: MessageEvent<{ from: number; colours: (Colours | undefined)[] }>) => {
      event.data.colours.forEach((one, at) => { colours[event.data.from + at] = one })
      frame ||= requestAnimationFrame(() => { frame = 0; setFound({ patch, colours }) })
    }
    worker.postMessage({ text, path })
    return () => { worker.terminate(); cancelAnimationFrame(frame) }
  }, [patch, text, path])
  return line => (found?.patch === patch ? found?.colours[line] : undefined)
}
