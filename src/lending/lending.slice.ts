import { homeNews, managerBookBadges, managerBookPanels, readerBookPanels } from '#catalogue/book/book.slots.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { activityBulkActions } from '#kit/activity/activity.slots.ts'
import { lendingFigures, peopleOfFiles } from '#kit/installation/installation.slots.ts'
import { settingPanels } from '#kit/library-settings/library-settings.slots.ts'
import { attentionTexts, readerTabMarks } from '#kit/navigation/navigation.slots.ts'
import type { PageSlice } from '#kit/slice.ts'
import { borrowerNames } from '#people/security/security.slots.ts'
import { accountPanels } from '#people/account/account.slots.ts'

/** What copies, borrowers and loans contribute to pages. */
export const lendingPages: PageSlice = {
  parts: [
    activityBulkActions.with(async () => ({
      Part: (await import('./copy/bulk/activity-copy-bulk.tsx')).ActivityCopyBulk,
    })),
    homeNews.with(async () => ({ Part: (await import('./loan/shared/own-news.tsx')).OwnNews })),
    readerTabMarks.with(async () => {
      const { loadOwnNews, OwnNewsMark } = await import('./loan/shared/own-news.tsx')
      return { Part: OwnNewsMark, load: loadOwnNews }
    }),
    readerBookPanels.with(async () => {
      const { BookLending, loadBookLending } = await import('./loan/shared/book-lending.tsx')
      return { Part: BookLending, load: loadBookLending }
    }),
    accountPanels.with(async () => {
      const { loadOwnLoans, OwnLoansPanel } = await import('./loan/shared/own-loans-panel.tsx')
      return { Part: OwnLoansPanel, load: loadOwnLoans }
    }),
    managerBookBadges.with(async () => ({
      Part: (await import('./copy/shared/free-copies-badge.tsx')).FreeCopiesBadge,
    })),
    managerBookPanels.with(async () => ({ Part: (await import('./copy/shared/book-copies.tsx')).BookCopies })),
    borrowerNames.with(async () => ({ Part: (await import('./borrower/shared/borrower-link.tsx')).BorrowerLink })),
    peopleOfFiles.with(async () => ({ Part: (await import('./borrower/shared/people-of-files.tsx')).PeopleOfFiles })),
    attentionTexts.with(async () => ({
      Part: (await import('./loan/overdue/overdue-attention.tsx')).OverdueAttention,
    })),
    lendingFigures.with(async () => ({ Part: (await import('#lending/desk/lending-figures.tsx')).LendingFigures })),
    settingPanels.with(async () => ({ Part: (await import('./settings/lending-panel.tsx')).LendingPanel })),
  ],
  navigation: [
    {
      to: '/manager/desk',
      icon: 'scan',
      label: m.desk_title,
      short: m.nav_desk,
      text: m.switch_desk_text,
      needs: 'desk:read',
      isLending: true,
    },
    {
      to: '/manager/overdue',
      icon: 'late',
      label: m.overdue_title,
      under: 'borrower',
      needs: 'loan:read',
      isLending: true,
      attention: { figure: 'overdue', isUrgent: true },
    },
  ],
  offline: async () => (await import('./loan/shared/watch-own-loans.ts')).ownLoansOffline,
}
