import type { PageSlice } from '#kit/slice.ts'
import { borrowerLinks } from '#lending/borrower/borrower.slots.ts'

/** What the list of reservations contributes to pages. */
export const holdListPages: PageSlice = {
  parts: [borrowerLinks.with(async () => ({ Part: (await import('./holds-link.tsx')).HoldsLink }))],
}
