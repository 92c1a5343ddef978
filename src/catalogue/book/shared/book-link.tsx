import { Link } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { Sentence } from '#base/ui/sentence.tsx'
import type { Book } from '../book.schema.ts'

interface BookLinkProps {
  book: Pick<Book, 'id' | 'title'>
  /** A message with the title as parameter. */
  sentence: (parts: { title: string }) => string
}

/** A sentence with a book's title as a link that opens a new tab, so that the form stays. */
export function BookLink({ book, sentence }: BookLinkProps) {
  const link = (
    <Link
      to="/manager/books/$id"
      params={{ id: book.id }}
      target="_blank"
      preload={false}
      className="font-semibold underline underline-offset-2"
    >
      <bdi>{book.title}</bdi>
      <span className="sr-only"> {m.book_new_tab()}</span>
    </Link>
  )
  return <Sentence text={sentence} parts={{ title: link }} />
}
