import { m } from '#i18n/paraglide/messages.js'
import type { SortColumn } from '#ui/list/sort-head.tsx'
import type { BookSort } from '../search/book-search.schema.ts'

/** The columns that the list can be sorted by. */
export const bookColumns = () =>
  ({
    title: { label: m.book_title(), ascending: 'title', descending: 'title-desc' },
    author: { label: m.book_author(), ascending: 'author', descending: 'author-desc' },
    changed: {
      label: m.books_column_changed(),
      ascending: 'changed-asc',
      descending: 'changed',
      first: 'descending',
    },
  }) satisfies Record<string, SortColumn<BookSort>>

/** Every order, in words. In a search the usual one is that of the best hits. */
export const bookOrders = (isSearch: boolean): { value: BookSort; label: string }[] => [
  { value: 'title', label: isSearch ? m.list_sort_best() : m.books_sort_title() },
  { value: 'title-desc', label: m.list_sort_reversed({ order: m.books_sort_title() }) },
  { value: 'author', label: m.books_sort_author() },
  { value: 'author-desc', label: m.list_sort_reversed({ order: m.books_sort_author() }) },
  { value: 'added', label: m.books_sort_added() },
  { value: 'added-asc', label: m.list_sort_oldest() },
  { value: 'changed', label: m.books_sort_changed() },
  { value: 'changed-asc', label: m.books_sort_unchanged() },
]
