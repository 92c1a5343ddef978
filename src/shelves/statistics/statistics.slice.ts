import { lendingFigures } from '#kit/installation/installation.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerLinks } from '#lending/borrower/borrower.slots.ts'

/** What statistics contribute to pages: this month on the dashboard, and the way to the counts of a year. */
export const statisticsPages: PageSlice = {
  parts: [
    lendingFigures.with(async () => ({ Part: (await import('./page/month-figure.tsx')).MonthFigure })),
    borrowerLinks.with(async () => ({ Part: (await import('./page/statistics-link.tsx')).StatisticsLink })),
  ],
}
