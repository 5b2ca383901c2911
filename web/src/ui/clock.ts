// A browser's clock may be off, by minutes or by a time zone. What Parley tells was timed by its own machine.

/** A second or two is only the way of the answer. */
const UNSEEN = 5_000

let behind = 0

/** What the clock of Parley's machine said with an answer. */
export function hearTime(told: string | null): void {
  const difference = Date.parse(told ?? '') - Date.now()
  if (Number.isFinite(difference)) behind = Math.abs(difference) < UNSEEN ? 0 : difference
}

/** The time on Parley's machine, as far as it has been told. */
export function timeThere(): number {
  return Date.now() + behind
}
