import type { Trash } from '#kit/trash/shared/trash.ts'
import { useRestore } from '#kit/trash/shared/use-restore.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { borrowerWords } from '../borrower.words.ts'
import {
  borrowerTrashQuery,
  borrowerTrashTotalQuery,
  emptyBorrowerTrash,
  eraseDeletedBorrowers,
  restoreDeletedBorrowers,
} from './borrower-trash.data.ts'
import type { DeletedBorrower } from './borrower-trash.schema.ts'

const { fields } = borrowerWords

/** The trash of the borrowers. */
export const borrowerTrash: Trash<DeletedBorrower> = {
  to: '/manager/borrowers/trash',
  list: '/manager/borrowers',
  item: '/manager/borrowers/$id',
  query: borrowerTrashQuery,
  count: borrowerTrashTotalQuery,
  restore: (ids) => restoreDeletedBorrowers({ data: { ids } }),
  remove: (ids) => eraseDeletedBorrowers({ data: { ids } }),
  empty: (until) => emptyBorrowerTrash({ data: { until } }),
  nameOf: ({ name }) => name,
  secondOf: ({ groupName, card, mergedName }) =>
    [groupName ?? '', card, mergedName === null ? '' : m.borrower_trash_merged({ name: isolated(mergedName) })]
      .filter(Boolean)
      .join(' · '),
  print: () => [
    { name: fields.name.label(), show: ({ name }) => name },
    { name: fields.groupId.label(), show: ({ groupName }) => groupName ?? '' },
    { name: fields.card.label(), show: ({ card }) => card },
  ],
  forGood: { action: m.borrower_erase, title: m.borrower_erase_title, text: m.borrower_erase_text },
  words: {
    title: m.borrower_trash_title,
    list: m.borrower_list,
    searchLabel: m.borrower_trash_search_label,
    searchPlaceholder: m.borrower_trash_search_placeholder,
    loadFailed: m.borrower_trash_load_failed,
    emptyTitle: m.books_empty_title,
    emptyText: m.noun_empty_text,
    showAll: m.borrower_trash_show_all,
    noneTitle: m.borrower_trash_none_title,
    noneText: m.borrower_trash_none_text,
    name: fields.name.label,
    when: m.user_trash_when,
    left: m.user_trash_left,
    selectAll: m.user_trash_select_all,
    select: ({ name }) => m.books_select({ title: name }),
    selected: m.borrower_trash_selected,
    deleteTitle: m.borrower_trash_erase_many,
    deleteFailed: m.borrower_remove_failed,
    deleted: m.borrower_trash_erased,
    emptyTrashTitle: m.borrower_trash_erase_many,
    restored: m.borrower_trash_restored,
    collided: m.user_trash_collided,
    collidedText: m.borrower_trash_collided_text,
    collidedOpen: m.borrower_trash_collided_open,
    gone: m.borrower_trash_gone,
    pageTitle: m.borrower_trash_page_title,
    pageText: m.user_trash_page_text,
    listAll: m.borrower_show_all,
  },
}

/** Restores borrowers from the trash, with a toast. */
export const useRestoreBorrowers = () => useRestore(borrowerTrash, useRefresh('borrower'))
