import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { BookSummary } from '#catalogue/book/book.schema.ts'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'

export const BookRows = ({ children }: { children: ReactNode }) => (
  // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
  <ul role="list" className="mt-1">
    {children}
  </ul>
)

interface BookRowProps {
  book: BookSummary
  /** Number of the copy. */
  number?: string
  /** Stands at the end of the row: what can be done. */
  actions?: ReactNode
  /** Stands below the row. */
  below?: ReactNode
  /** What is said of the book, below author and number. */
  children: ReactNode
}

/** A book that a borrower has, owes or waits for: cover, title, author and number, and what is said of it. */
export const BorrowerBookRow = ({ book, number, actions, below, children }: BookRowProps) => (
  <li className="border-line py-2.5 not-first:border-t">
    <div className="flex flex-wrap items-center gap-x-3.5">
      <BookCover book={book} className="w-11 flex-none" />
      <div className="min-w-32 flex-1 break-words">
        <Link
          to="/manager/books/$id"
          params={{ id: book.id }}
          className="block py-0.5 font-medium hover:text-accent hover:underline"
        >
          <span dir="auto">{book.title}</span>
        </Link>
        <p className="text-sm text-muted">
          {book.author && <bdi>{book.author}</bdi>}
          {book.author && number && ' · '}
          {number && (
            <bdi dir="ltr" className="font-mono">
              {number}
            </bdi>
          )}
        </p>
        <p className="text-sm">{children}</p>
      </div>
      {actions && <div className="ms-auto flex min-w-24 flex-none justify-end gap-4">{actions}</div>}
    </div>
    {below}
  </li>
)
