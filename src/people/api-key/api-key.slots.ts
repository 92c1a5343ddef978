import { createSlot } from '#kit/slot.tsx'

/** At the end of the title's line of the API keys: where it is said what can be done with them. */
export const apiKeyLinks = createSlot<{ className: string }>()
