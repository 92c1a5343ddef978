import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import type { Book } from '#catalogue/book/book.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { FieldValue } from '#catalogue/book/shared/field-value.tsx'

interface DuplicateBookProps {
  book: Book
  /** The other books of the group, beside this one. */
  others: readonly Book[]
  timeZone: string
  /** Stands below the facts. */
  children?: ReactNode
}

/** Fields that are listed; title, author and cover stand above them. */
const FACTS = fieldsOf(bookFields).filter((field) => !['title', 'author', 'cover'].includes(field))

/** A book of a group, with the words marked in which it differs from the others. */
export function DuplicateBook({ book, others, timeZone, children }: DuplicateBookProps) {
  return (
    <li className="flex min-w-0 flex-col border-line px-4.5 py-4 not-first:border-t md:not-first:border-s md:not-first:border-t-0">
      <div className="flex gap-3.5">
        <BookCover book={book} className="w-11 flex-none self-start" />
        <div className="min-w-0">
          <Link
            to="/manager/books/$id"
            params={{ id: book.id }}
            className="block rounded-sm leading-snug font-semibold hover:text-accent hover:underline"
          >
            <FieldValue book={book} field="title" others={others} />
          </Link>
          <p className="mt-0.5 text-[0.9rem] text-muted">
            {book.author === '' ? m.book_unknown_author() : <FieldValue book={book} field="author" others={others} />}
          </p>
        </div>
      </div>
      <dl className="mt-3 grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
        {FACTS.map((field) => (
          <div key={field} className="contents">
            <dt className="text-muted">{bookFields[field].label()}</dt>
            <dd className="min-w-0">
              <FieldValue book={book} field={field} others={others} />
            </dd>
          </div>
        ))}
        <dt className="text-muted">{m.book_added()}</dt>
        <dd>{formatDate(book.createdAt, timeZone)}</dd>
      </dl>
      {children}
    </li>
  )
}
