import { createSlot } from '#kit/slot.tsx'

/** The name of a borrower in an entry of the security log, with the way to their page. */
export const borrowerNames = createSlot<{ id: string; name: string }>()
