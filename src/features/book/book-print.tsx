import { genreWord } from '#features/genre/shared/genre-word.ts'
import { m } from '#i18n/paraglide/messages.js'
import { PrintTable } from '#ui/list/print-table.tsx'
import type { ShelfBook } from './book.schema.ts'

interface BookPrintProps {
  items: readonly ShelfBook[]
  total: number | null
  /** The search and the filters of the list, as text. */
  filters: readonly string[]
}

/** A printed list of books, without covers. */
export function BookPrint(props: BookPrintProps) {
  return (
    <PrintTable
      {...props}
      keyOf={({ id }) => id}
      columns={[
        { name: m.book_title(), show: ({ title }) => title },
        { name: m.book_author(), show: ({ author }) => author || m.book_unknown_author() },
        { name: m.book_genre(), show: ({ genre }) => genre && genreWord(genre) },
        { name: m.book_publisher(), show: ({ publisher }) => publisher },
      ]}
    />
  )
}
