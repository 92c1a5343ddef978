import { useState } from 'react'
import { formatNumber } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import type { ShownList } from '#ui/list/list-results.tsx'
import type { Selection } from '#ui/list/use-selection.ts'
import { useAction } from '#ui/use-action.ts'
import type { ShelfBook } from '../book.schema.ts'

/** Books that can be selected, at most: they are loaded, and what is done to them is done by the hundred. */
const FOUND_MAX = 20_000

/** The list that a selection is of. */
export type Found = Pick<ShownList<ShelfBook, unknown>, 'items' | 'total' | 'load'>

/** When all that is shown is selected: the way to all that there is. */
export function SelectFound({ selection, found }: { selection: Selection<ShelfBook>; found: Found }) {
  const { items, total, load } = found
  const [count, setCount] = useState(0)
  const select = useAction(
    async () => {
      setCount(0)
      selection.toggleAll(await load(FOUND_MAX, setCount), true)
    },
    { failure: m.books_load_failed() },
  )
  if (total === null || selection.chosen.size >= Math.min(total, FOUND_MAX)) return null
  if (items.length >= total || !items.every(({ id }) => selection.chosen.has(id))) return null

  return (
    <Button look="ghost" className="px-2! text-accent" isBusy={select.isBusy} onClick={() => void select.run()}>
      {select.isBusy
        ? m.books_progress({ done: formatNumber(count), total: formatNumber(Math.min(total, FOUND_MAX)) })
        : total > FOUND_MAX
          ? m.books_select_first({ max: formatNumber(FOUND_MAX) })
          : m.books_select_found({ total: formatNumber(total) })}
    </Button>
  )
}
