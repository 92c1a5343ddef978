import {
  bookCollisionActions,
  bookListActions,
  bookSelectionBar,
  managerBookNotices,
  manyBooksLinks,
  newBookPanels,
} from '#catalogue/book/book.slots.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { activityBulkActions, importNames } from '#kit/activity/activity.slots.ts'
import { attentionTexts } from '#kit/navigation/navigation.slots.ts'
import type { PageSlice } from '#kit/slice.ts'

/** What imports, bulk changes, duplicates and look-ups contribute to pages. */
export const exchangePages: PageSlice = {
  parts: [
    manyBooksLinks.with(async () => ({ Part: (await import('./import/import-link.tsx')).ImportLink })),
    importNames.with(async () => ({ Part: (await import('./import/import-link.tsx')).ImportName })),
    bookSelectionBar.with(async () => ({ Part: (await import('./bulk/shared/book-bulk.tsx')).BookBulk })),
    activityBulkActions.with(async () => ({ Part: (await import('./import/activity-import.tsx')).ActivityImport })),
    activityBulkActions.with(async () => ({ Part: (await import('./bulk/activity-bulk.tsx')).ActivityBulk })),
    bookListActions.with(async () => ({ Part: (await import('./export/shared/book-export.tsx')).BookExport })),
    managerBookNotices.with(async () => ({
      Part: (await import('./duplicate/shared/possible-duplicates.tsx')).PossibleDuplicates,
    })),
    bookCollisionActions.with(async () => ({
      Part: (await import('./duplicate/book-trash-merge.tsx')).BookTrashMerge,
    })),
    newBookPanels.with(async () => {
      const { loadLookupPanel, LookupPanel } = await import('./lookup/panel/lookup-panel.tsx')
      return { Part: LookupPanel, load: loadLookupPanel }
    }),
    attentionTexts.with(async () => ({
      Part: (await import('./duplicate/duplicates-attention.tsx')).DuplicatesAttention,
    })),
  ],
  navigation: [
    { to: '/manager/import', icon: 'import', label: m.import_title, under: 'book', needs: 'catalogue:import' },
    {
      to: '/manager/duplicates',
      icon: 'duplicates',
      label: m.duplicates_title,
      under: 'book',
      needs: 'catalogue:merge',
      attention: { figure: 'duplicates' },
    },
  ],
}
