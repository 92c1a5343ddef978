import { m } from '#i18n/paraglide/messages.js'
import { MissingPage } from '#ui/missing-page.tsx'

const words = () => ({
  title: m.book_not_found_title(),
  text: m.book_not_found_text(),
  showAll: m.books_empty_action(),
})

/** Stands in the reader's area for a book that is not there. */
export const BookMissingPage = () => <MissingPage {...words()} to="/app/books" isReader />

/** The same in the manager area. */
export const ManagerBookMissingPage = () => <MissingPage {...words()} to="/manager/books" />
