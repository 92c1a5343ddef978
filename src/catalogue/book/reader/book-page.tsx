import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { useBackToList } from '#base/ui/list/list-back-link.tsx'
import { authorsOf } from '../shared/book-author.ts'
import { BookCover } from '../shared/cover/book-cover.tsx'
import { BookDetails } from '../page/book-details.tsx'
import { BookTitleText } from '../page/book-title-text.tsx'
import { bookQuery, relatedBooksQuery } from '../book.data.ts'
import { readerBookPanels } from '../book.slots.ts'
import type { Book } from '../book.schema.ts'
import { AuthorLinks } from './author-links.tsx'
import { BookTileRow } from './book-tile.tsx'
import { ShareBook } from './share-book.tsx'

/** A book's page: cover, facts, related books. */
export function BookPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: book } = useSuspenseQuery(bookQuery(id))
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 md:px-6">
      <div className="flex flex-wrap items-center justify-between gap-x-3 print:hidden">
        <BackToBooks />
        <ShareBook book={book} />
      </div>
      <div className="md:grid md:grid-cols-[13rem_minmax(0,1fr)] md:items-start md:gap-12 md:pt-4 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <BookCover book={book} className="mx-auto mb-6 w-[46%] max-w-72 md:mx-0 md:w-full" />
        <div className="min-w-0">
          <article className="max-w-2xl">
            <h1 dir="auto" className="text-[1.75rem] leading-tight md:text-4xl">
              <BookTitleText title={book.title} />
            </h1>
            <p dir="auto" className="mt-2.5 mb-6 text-[1.0625rem] text-muted">
              <AuthorLinks author={book.author} />
            </p>
            <readerBookPanels.Parts book={book} timeZone={timeZone} />
            <BookDetails book={book} timeZone={timeZone} to="/app/books" />
          </article>
          <Related book={book} />
        </div>
      </div>
    </main>
  )
}

/** Goes back to the list at its scroll position; without a list in the history, to its top. */
function BackToBooks() {
  const toBooks = useBackToList('/app/books')
  return (
    <Link
      to="/app/books"
      className="-ms-2 inline-flex min-h-11 items-center gap-2.5 rounded-md px-2 py-4 font-medium print:hidden text-muted hover:text-ink"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void toBooks()
      }}
    >
      <Icon name="back" />
      {m.nav_books()}
    </Link>
  )
}

/** Rows of related books: of the same series, by the same authors, of the same genre, others. */
function Related({ book }: { book: Book }) {
  const { data } = useQuery(relatedBooksQuery(book.id))
  if (!data) return null
  const [author, ...others] = authorsOf(book.author)
  const byAuthor = others.length > 0 ? m.book_more_by_several() : m.book_more_by({ author: author ?? '' })
  const rows = [
    { title: m.book_more_of_series(), books: data.inSeries },
    { title: byAuthor, books: data.byAuthor },
    { title: book.genre ? m.book_more_in({ genre: genreWord(book.genre) }) : '', books: data.inGenre },
    { title: m.book_more(), books: data.more },
  ]
  return (
    <div className="mt-6 space-y-1 print:hidden">
      {rows.map(
        ({ title, books }) => books.length > 0 && <BookTileRow key={title} title={title} count={5} books={books} />,
      )}
    </div>
  )
}
