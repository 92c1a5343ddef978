import { createSlot } from '#kit/slot.tsx'

/** Below the hue of a genre that is edited: what it looks like, on things with that title. */
export const hueSamples = createSlot<{ hue: number; title: string }>()
