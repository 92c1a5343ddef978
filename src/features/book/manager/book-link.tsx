import { Link } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import type { Book } from '../book.schema.ts'

interface BookLinkProps {
  book: Book
  /** The sentence around the title, made by a message. */
  sentence: (title: string) => string
}

/** A sentence in which the title of a book leads to its page, in a tab of its own: what is being typed stays. */
export function BookLink({ book, sentence }: BookLinkProps) {
  const [before, after] = sentence('\u0000').split('\u0000')
  return (
    <>
      {before}
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
      {after}
    </>
  )
}
