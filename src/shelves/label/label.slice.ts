import type { PageSlice } from '#kit/slice.ts'
import { borrowerLinks, borrowerSelectionActions } from '#lending/borrower/borrower.slots.ts'
import { copyLinks, copySelectionActions } from '#lending/copy/copy.slots.ts'

const links = () => import('./label-links.tsx')

/** What labels and library cards contribute to pages. */
export const labelPages: PageSlice = {
  parts: [
    copyLinks.with(async () => ({ Part: (await links()).LabelsLink })),
    copySelectionActions.with(async () => ({ Part: (await links()).LabelsOfSelected })),
    borrowerLinks.with(async () => ({ Part: (await links()).CardsLink })),
    borrowerSelectionActions.with(async () => ({ Part: (await links()).CardsOfSelected })),
  ],
}
