import { managerBookPanels } from '#catalogue/book/book.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerPanels, groupLinks } from '#lending/borrower/borrower.slots.ts'
import { classSetLinks } from '#lending/loan/loan.slots.ts'

const links = () => import('./class-set-links.tsx')

/** What class sets contribute to pages: those of a book on its page, those of a borrower on theirs, and the ways to them. */
export const classSetPages: PageSlice = {
  parts: [
    managerBookPanels.with(async () => ({ Part: (await import('./book-class-sets.tsx')).BookClassSets })),
    groupLinks.with(async () => ({ Part: (await links()).ClassSetsLink })),
    classSetLinks.with(async () => ({ Part: (await links()).ClassSetLink })),
    borrowerPanels.with(async () => {
      const { BorrowerClassSets, loadBorrowerClassSets } = await import('./borrower-class-sets.tsx')
      return { Part: BorrowerClassSets, load: loadBorrowerClassSets }
    }),
  ],
}
