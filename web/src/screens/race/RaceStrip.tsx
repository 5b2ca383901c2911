import { RaceLinks } from './RaceLinks'
import { isOpen, useRaces } from './races'
import './race.css'

const MOST = 3

/** Races that run, and those of today of which nothing was taken yet. */
export function RaceStrip() {
  return <RaceLinks races={(useRaces().data?.races ?? []).filter(isOpen).slice(0, MOST)} label="Races" />
}
