import { createSlot } from '#kit/slot.tsx'

/** At the top of the desk: beside its other actions. `isWaiting`: scans of this device are still to be sent. */
export const deskActions = createSlot<{ isWaiting: boolean }>()

/** Above what was scanned: what who is at the desk has to know now. */
export const deskNotices = createSlot()
