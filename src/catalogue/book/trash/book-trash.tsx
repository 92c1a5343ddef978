import type { Trash } from '#kit/trash/shared/trash.ts'
import { useRestore } from '#kit/trash/shared/use-restore.ts'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { BookCover } from '../shared/cover/book-cover.tsx'
import { useRefreshBooks } from '../edit/book-edit.data.ts'
import {
  deleteDeletedBooks,
  emptyBookTrash,
  restoreDeletedBooks,
  bookTrashQuery,
  bookTrashTotalQuery,
} from './book-trash.data.ts'
import type { DeletedBook } from './book-trash.schema.ts'

const authorOf = ({ author }: DeletedBook): string => author || m.book_unknown_author()

/** The trash of the books. */
export const bookTrash: Trash<DeletedBook> = {
  to: '/manager/books/deleted',
  list: '/manager/books',
  item: '/manager/books/$id',
  query: bookTrashQuery,
  count: bookTrashTotalQuery,
  restore: (ids) => restoreDeletedBooks({ data: { ids } }),
  remove: (ids) => deleteDeletedBooks({ data: { ids } }),
  empty: (until) => emptyBookTrash({ data: { until } }),
  nameOf: ({ title }) => title,
  secondOf: authorOf,
  pictureOf: (book) => <BookCover book={book} className="w-7.5 flex-none" />,
  print: () => [
    { name: m.book_title(), show: ({ title }) => title },
    { name: m.book_author(), show: authorOf },
    { name: m.book_genre(), show: ({ genre }) => (genre ? genreWord(genre) : '') },
    { name: m.book_publisher(), show: ({ publisher }) => publisher },
  ],
  words: {
    title: m.trash_title,
    list: m.nav_books,
    searchLabel: m.trash_search_label,
    searchPlaceholder: m.trash_search_placeholder,
    loadFailed: m.trash_load_failed,
    emptyTitle: m.books_empty_title,
    emptyText: m.books_empty_text,
    showAll: m.trash_show_all,
    noneTitle: m.trash_none_title,
    noneText: m.trash_none_text,
    name: m.book_title,
    when: m.trash_when,
    left: m.trash_left,
    selectAll: m.books_select_all,
    select: ({ name }) => m.books_select({ title: name }),
    selected: m.books_selected,
    deleteTitle: m.books_delete_title,
    deleteFailed: m.books_delete_failed,
    deleted: m.books_deleted,
    emptyTrashTitle: m.trash_empty_title,
    restored: m.trash_restored,
    collided: ({ name }) => m.trash_collided({ title: name }),
    collidedText: m.trash_collided_text,
    collidedOpen: m.trash_collided_open,
    gone: m.trash_gone,
    pageTitle: m.trash_book_title,
    pageText: ({ name, ...words }) => m.trash_book_deleted({ ...words, title: name }),
    listAll: m.books_empty_action,
  },
}

/** Restores books from the trash, with a toast. */
export function useRestoreBooks() {
  const refresh = useRefreshBooks()
  return useRestore(bookTrash, () => refresh())
}
