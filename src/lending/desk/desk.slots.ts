import { createSlot } from '#kit/slot.tsx'

/** At the top of the desk: beside its other actions. */
export const deskActions = createSlot()

/** Above what was scanned: what who is at the desk has to know now. */
export const deskNotices = createSlot()
