import { createStore } from '../ui/store'

/** The sessions on the screen: no notice comes for them. */
export const inView = createStore<ReadonlySet<string>>(new Set())
