import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { can } from '#base/auth/permissions.ts'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { GenreDot } from '#catalogue/genre/shared/genre-dot.tsx'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { fieldText } from '#base/i18n/field-text.ts'
import { formatDate, formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { Genre } from '#catalogue/genre/genre.schema.ts'
import { fieldsOf, type FieldOf } from '#base/lib/fields-of.ts'
import { fold } from '#base/lib/search/fold.ts'
import { lazyInBrowser } from '#base/ui/lazy-part.tsx'
import { readerDetailsQuery } from '../details/book-detail.data.ts'
import { partsOfTitle, searchOfSeries } from './book-title.ts'
import type { Book, BookInput } from '../book.schema.ts'
import type { SharedFilters } from '../search/book-search.schema.ts'
import { bookFields } from '../book-fields.words.ts'

/** The list of the area, to which genre and publisher link. */
type BookListPath = '/app/books' | '/manager/books'

/** A link in a line of facts: a touch target of 44 px that does not make the line higher. */
export const factLinkClass =
  '-my-2.5 inline-flex min-h-11 max-w-full items-center py-2.5 underline decoration-line-strong underline-offset-4 hover:decoration-current *:min-w-0'

/** One of several links in a fact, each of which may take more than a line. */
const listedLinkClass =
  'inline-flex min-h-9 max-w-full items-center underline decoration-line-strong underline-offset-4 hover:decoration-current *:min-w-0'

/** What is shown otherwise than as a text: title, author and cover stand beside it, and much leads to its books. */
const SHOWN: { [Field in keyof BookInput]?: (book: Book, to: BookListPath) => ReactNode } = {
  title: () => null,
  author: () => null,
  cover: () => null,
  genreId: ({ genre }, to) => genre && <GenreFact genre={genre} to={to} />,
  publisher: ({ publisher }, to) => publisher && <FactLink to={to} search={{ publisher }} text={publisher} />,
  isbn: ({ isbn }) => isbn.length > 0 && <Isbns isbns={isbn} />,
  language: ({ language }, to) =>
    language && <FactLink to={to} search={{ language }} text={fieldText(language, bookFields.language)} />,
  series: ({ series, volume }, to) =>
    series && (
      <>
        <FactLink to={to} search={{ series }} text={series} />
        {volume && <bdi>, {volume}</bdi>}
      </>
    ),
  volume: ({ series, volume }) => series === '' && volume,
  subjects: ({ subjects }, to) =>
    subjects.length > 0 && (
      <ul className="-my-1.5 flex flex-wrap gap-x-4">
        {subjects.map((subject) => (
          <li key={subject} className="max-w-full">
            <FactLink to={to} search={{ subject }} text={subject} className={listedLinkClass} />
          </li>
        ))}
      </ul>
    ),
  summary: ({ summary }) =>
    summary && (
      <p dir="auto" className="whitespace-pre-line">
        {summary}
      </p>
    ),
  details: () => null,
}

/** The genre is always shown otherwise. */
const textOf = (book: Book, field: FieldOf<BookInput>): string =>
  field === 'genreId' ? '' : fieldText(book[field], bookFields[field])

/** On a wide page; a line below each fact, so that both columns begin alike. */
const TWO_COLUMNS = 'gap-x-10 xl:columns-2 xl:border-y-0! xl:*:border-t-0! xl:*:border-b!'

/** What the specification names and a book lacks, which leads to where it is filled in. */
const LACKING: { [Field in keyof BookInput]?: () => string } = {
  genreId: m.books_genre_none,
  publisher: m.books_publisher_none,
}

const lacking = ({ id }: Book, field: FieldOf<BookInput>): ReactNode => {
  const word = LACKING[field]
  return (
    word && (
      <Link to="/manager/books/$id/update" params={{ id }} state={{ isFromDetail: true }} className={factLinkClass}>
        <span className="text-muted">{word()}</span>
      </Link>
    )
  )
}

interface BookDetailsProps {
  book: Book
  timeZone: string
  to: BookListPath
}

/**
 * The fields of a book that have a value, as shown in both areas: for managers with the day it was added, and genre and publisher
 * in any case; for readers with the series that its title names, and the details that are for them.
 */
export function BookDetails({ book, timeZone, to }: BookDetailsProps) {
  const isManager = to === '/manager/books'
  const { series } = partsOfTitle(book.title)
  const ofSeries = book.series === '' ? searchOfSeries(series) : undefined
  return (
    <dl className={`border-line not-empty:border-y ${isManager ? TWO_COLUMNS : ''}`}>
      {fieldsOf(bookFields).map((field) => {
        const show = SHOWN[field]
        const value = (show ? show(book, to) : textOf(book, field)) || (isManager && lacking(book, field))
        return value ? (
          <Fact key={field} label={bookFields[field].label()}>
            {value}
          </Fact>
        ) : null
      })}
      {!isManager && ofSeries && (
        <Fact label={m.book_series()}>
          <FactLink to={to} search={ofSeries} text={series} />
        </Fact>
      )}
      {!isManager && <ReaderDetails details={book.details} />}
      {isManager && <Fact label={m.book_added()}>{formatDate(book.createdAt, timeZone)}</Fact>}
    </dl>
  )
}

const loadIsbnText = async () => (await import('./isbn-text.tsx')).IsbnText
// The table of groups and publishers that hyphens need is larger than all else of the page: a browser loads it later.
const IsbnText = import.meta.env.SSR ? await loadIsbnText() : lazyInBrowser(loadIsbnText)

const Isbns = ({ isbns }: { isbns: readonly string[] }) => (
  <bdi className="tabular-nums">
    <Suspense fallback={formatValues(isbns)}>
      <IsbnText isbns={isbns} />
    </Suspense>
  </bdi>
)

/** The details that are for readers: the server sends no others to a reader, but all to those who may change books. */
function ReaderDetails({ details }: Pick<Book, 'details'>) {
  const { data: me } = useQuery(currentUserQuery)
  const isManager = can(me?.role, 'book:update')
  const { data: shown = [] } = useQuery({ ...readerDetailsQuery, enabled: isManager && details.length > 0 })
  return details
    .filter(({ name }) => !isManager || shown.includes(fold(name)))
    .map(({ name, value }, at) => (
      // Names may repeat.
      // oxlint-disable-next-line react/no-array-index-key
      <Fact key={at} label={name}>
        <bdi>{value}</bdi>
      </Fact>
    ))
}

interface FactLinkProps {
  to: BookListPath
  search: Partial<SharedFilters> & { searchTerm?: string }
  text: string
  className?: string
}

/** A value that leads to the books that have it. */
const FactLink = ({ to, search, text, className = factLinkClass }: FactLinkProps) => (
  <Link to={to} search={search} className={className}>
    <span dir="auto">{text}</span>
  </Link>
)

function GenreFact({ genre, to }: { genre: Genre; to: BookListPath }) {
  return (
    <Link to={to} search={{ genreId: genre.id }} className={factLinkClass}>
      <GenreDot hue={genre.hue} />
      <span dir="auto">{genreWord(genre)}</span>
    </Link>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex break-inside-avoid flex-wrap gap-x-2 border-line py-2.5 not-first:border-t">
      <dt className="min-w-26 max-w-full text-muted [overflow-wrap:anywhere]">{label}</dt>
      {/* The value stands below its label where large text leaves less than this width beside the label. */}
      <dd className="min-w-[min(9rem,100%)] flex-1 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  )
}
