import { createStore } from '../ui/store'

/** Whether this browser may come in: nobody knows yet, it may, or its cookie is missing or too old. */
export const access = createStore<'unknown' | 'in' | 'out'>('unknown')
