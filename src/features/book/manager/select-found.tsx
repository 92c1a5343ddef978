import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { ShownList } from '#ui/list/list-results.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import type { BookSummary } from '../book.schema.ts'
import type { BookListParams } from './book-filters.tsx'

/** The list that a selection is of. */
export type Found = Pick<ShownList<BookSummary, BookListParams>, 'items' | 'total' | 'filter'>

/** When all that is shown is selected: the way to all that there is. */
export function SelectFound({ selection, found }: { selection: Selection<BookSummary>; found: Found }) {
  const { items, total } = found
  if (selection.isAll || total === null || items.length >= total) return null
  if (!items.every(({ id }) => selection.has(id))) return null
  return (
    <Button look="ghost" className="px-2! text-accent" onClick={selection.chooseAll}>
      {m.books_select_found({ total: formatNumber(total) })}
    </Button>
  )
}
