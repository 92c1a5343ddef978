import { createSlot } from '#kit/slot.tsx'

/** After the set-up: what a new library should do next, on which pages. */
export const setupPanels = createSlot<{ sendsMail: boolean }>()
