import { useQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { MissingPage } from '#base/ui/state/missing-page.tsx'
import { isDeletedQuery } from '../trash/book-trash.data.ts'

const words = () => ({
  title: m.book_not_found_title(),
  text: m.book_not_found_text(),
  showAll: m.books_empty_action(),
})

/** Stands in the reader's area for a book that is not there, or that was removed. */
export function BookMissingPage({ id }: { id: string }) {
  const { data: isDeleted } = useQuery(isDeletedQuery(id))
  const removed = isDeleted && { title: m.trash_book_title(), text: m.trash_book_text() }
  return <MissingPage {...words()} {...removed} to="/app/books" isReader />
}

/** Stands in the manager area for a book that is not there. */
export const ManagerBookMissingPage = () => <MissingPage {...words()} to="/manager/books" />
