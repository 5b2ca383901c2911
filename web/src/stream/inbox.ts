import { createStore } from '../ui/store'

/** How many things wait for the person; the rail, the title and the badge show it. */
export const waitingCount = createStore(0)
