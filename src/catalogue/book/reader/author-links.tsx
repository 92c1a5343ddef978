import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { authorsOf } from '../shared/book-author.ts'
import { factLinkClass } from '../page/book-details.tsx'

/** The authors of a book, each linked to all books of that author. */
export function AuthorLinks({ author }: { author: string }) {
  const authors = authorsOf(author)
  if (authors.length === 0) return m.book_unknown_author()
  return authors.map((name, index) => (
    <Fragment key={name}>
      {index > 0 && ' · '}
      <Link to="/app/books" search={{ author: name }} className={factLinkClass}>
        <bdi>{name}</bdi>
      </Link>
    </Fragment>
  ))
}
