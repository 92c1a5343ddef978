import type { ReactNode } from 'react'
import { GenreDot } from '#features/genre/genre-dot.tsx'
import { genreWord } from '#features/genre/genre-word.ts'
import { formatDate } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import type { Genre } from '#features/genre/genre.schema.ts'
import type { Book, BookInput } from './book.schema.ts'

/** What stands beside each label. Title and author are the heading; a new field does not compile without its line. */
const FACTS = {
  title: null,
  author: null,
  genreId: { label: m.book_genre, show: ({ genre }: Book) => genre && <GenreFact genre={genre} /> },
  publisher: {
    label: m.book_publisher,
    show: ({ publisher }: Book) => publisher && <span dir="auto">{publisher}</span>,
  },
} satisfies Record<keyof BookInput, { label: () => string; show: (book: Book) => ReactNode } | null>

/** The label of a field of a book; undefined for one that has none. */
export const factLabel = (field: string): string | undefined =>
  Object.entries(FACTS)
    .find(([name]) => name === field)?.[1]
    ?.label()

/** What is known of a book, as both areas show it; what is not known is left out. */
export function BookDetails({ book, timeZone }: { book: Book; timeZone: string }) {
  return (
    <dl className="border-y border-line">
      {Object.entries(FACTS).map(([field, fact]) => {
        const value = fact?.show(book)
        return value ? (
          <Fact key={field} label={fact?.label() ?? ''}>
            {value}
          </Fact>
        ) : null
      })}
      <Fact label={m.book_added()}>{formatDate(book.createdAt, timeZone)}</Fact>
    </dl>
  )
}

function GenreFact({ genre }: { genre: Genre }) {
  return (
    <>
      <GenreDot hue={genre.hue} />
      {genreWord(genre)}
    </>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_1fr] gap-x-2 border-line py-2.5 not-first:border-t">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}
