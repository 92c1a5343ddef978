import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Trash } from '#kit/trash/shared/trash.ts'
import { copyFields } from '../copy.words.ts'
import {
  copyTrashQuery,
  copyTrashTotalQuery,
  deleteDeletedCopies,
  emptyCopyTrash,
  restoreDeletedCopies,
} from './copy-trash.data.ts'
import type { DeletedCopy } from './copy-trash.schema.ts'

/** A sentence about a number of copies. */
const counted =
  (sentence: (words: { copies: string }) => string) =>
  ({ count }: { count: number }): string =>
    sentence({ copies: m.copy_count({ count, shown: formatNumber(count) }) })

/** The trash of the copies. A row opens the page of its book, where the copies stand. */
export const copyTrash: Trash<DeletedCopy> = {
  to: '/manager/copies/trash',
  list: '/manager/copies',
  item: '/manager/books/$id',
  itemIdOf: ({ bookId }) => bookId,
  borrower: '/manager/borrowers/$id',
  query: copyTrashQuery,
  count: copyTrashTotalQuery,
  restore: (ids) => restoreDeletedCopies({ data: { ids } }),
  remove: (ids) => deleteDeletedCopies({ data: { ids } }),
  empty: (until) => emptyCopyTrash({ data: { until } }),
  nameOf: ({ number }) => number,
  secondOf: ({ title, location }) => [title ?? m.copy_trash_no_book(), location].filter(Boolean).join(' · '),
  print: () => [
    { name: copyFields.number.label(), show: ({ number }) => number },
    { name: m.hold_book(), show: ({ title }) => title ?? '' },
    { name: copyFields.location.label(), show: ({ location }) => location },
  ],
  words: {
    title: m.copy_trash_title,
    list: m.copy_list,
    searchLabel: m.copy_trash_search,
    searchPlaceholder: m.copy_trash_search_placeholder,
    loadFailed: m.copy_trash_load_failed,
    emptyTitle: m.books_empty_title,
    emptyText: m.noun_empty_text,
    showAll: m.copy_trash_show_all,
    noneTitle: m.copy_trash_none,
    noneText: m.copy_trash_none_text,
    name: copyFields.number.label,
    when: m.user_trash_when,
    left: m.user_trash_left,
    selectAll: m.user_trash_select_all,
    select: ({ name }) => m.copy_select({ number: name }),
    selected: counted(m.copy_trash_selected),
    deleteTitle: counted(m.copy_trash_delete_many),
    deleteFailed: m.copy_trash_delete_failed,
    deleted: counted(m.copy_trash_deleted),
    emptyTrashTitle: counted(m.copy_trash_delete_many),
    restored: counted(m.copy_trash_restored),
    collided: m.copy_trash_collided,
    collidedText: m.copy_trash_collided_text,
    collidedOpen: m.borrower_trash_collided_open,
    gone: m.copy_trash_gone,
    pageTitle: m.copy_trash_title,
    pageText: m.user_trash_page_text,
    listAll: m.copy_show_all,
  },
}
