import { m } from '#base/i18n/paraglide/messages.js'

/** What is the same in the words of the lists of nouns. */
export const listWords = () => ({
  sort: m.books_sort(),
  failed: m.noun_load_failed(),
  emptyTitle: m.books_empty_title(),
  emptyText: m.noun_empty_text(),
})
