import { Link } from '@tanstack/react-router'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { typed } from '#base/i18n/typed.ts'
import { HighlightedText } from '#base/ui/list/highlighted-text.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { authorOfMost } from '../shared/book-author.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'
import type { ListedBook } from '../book.schema.ts'
import { CopiesLine } from './copies-line.tsx'

/** Grid of hits: one column, two on a wide page, four on a very wide one. */
export const HITS = 'grid-cols-1 md:grid-cols-2 md:gap-x-12 min-[112rem]:grid-cols-4'

/**
 * A hit of a search: small cover, title in three lines, authors in two, genre and publisher in full, with matches highlighted.
 * Where letters are large for the screen, title and authors are whole.
 */
export function BookHit({ book, searchTerm }: { book: ListedBook; searchTerm: string }) {
  const genre = book.genre && genreWord(book.genre)
  return (
    <Link
      to="/app/books/$id"
      params={{ id: book.id }}
      state={{ isFromList: true }}
      className="group @container grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-4 border-b border-line py-3"
    >
      <BookCover book={book} className="transition-transform duration-150 group-hover:-translate-y-0.5" />
      <span className="min-w-0 leading-normal break-words">
        <span dir="auto" className="line-clamp-3 pb-px font-semibold @max-[15rem]:line-clamp-none">
          <HighlightedText text={book.title} searchTerm={searchTerm} />
        </span>
        <span dir="auto" className="line-clamp-2 text-[0.9rem] text-muted @max-[15rem]:line-clamp-none">
          {book.author ? <HighlightedText text={book.author} searchTerm={searchTerm} /> : m.book_unknown_author()}
        </span>
        {(genre || book.publisher) && (
          <span className="block text-[0.8125rem] text-muted">
            {genre && <HighlightedText text={genre} searchTerm={searchTerm} />}
            {genre && book.publisher && ' · '}
            {book.publisher && (
              <bdi>
                <HighlightedText text={book.publisher} searchTerm={searchTerm} />
              </bdi>
            )}
          </span>
        )}
        {book.label !== undefined && (
          <span className="block text-[0.8125rem] text-muted">{m.books_by_label({ number: typed(book.label) })}</span>
        )}
        <CopiesLine book={book} />
      </span>
    </Link>
  )
}

/** Similar books: nothing is highlighted, since none is an exact hit. If most are by one author, all books of that author are a link. */
export function SimilarHits({ books }: { books: readonly ListedBook[] }) {
  const author = authorOfMost(books)
  return (
    <>
      <ul className={`grid ${HITS}`}>
        {books.map((book) => (
          <li key={book.id} className="min-w-0">
            <BookHit book={book} searchTerm="" />
          </li>
        ))}
      </ul>
      {author !== undefined && (
        <Link to="/app/books" search={{ author }} className={`${rowActionClass} -ms-2 mt-3`}>
          {m.books_of_author({ author: isolated(author) })}
        </Link>
      )}
    </>
  )
}
