/** Where the person has just sent something: its turn is shown, wherever the person was reading. */
const sent = new Set<string>()

export function turnIsSent(place: string): void {
  sent.add(place)
}

/** Once for each that was sent. */
export function takeTurnOf(place: string): boolean {
  return sent.delete(place)
}
