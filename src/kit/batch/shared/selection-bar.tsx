import type { ReactNode, Ref } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { CloseButton } from '#base/ui/dialog/close-button.tsx'
import { focusSelectAll, type Selection } from '#base/ui/list/use-selection.ts'

/** Sticks to the lower edge of the window. */
const BAR =
  'sticky bottom-3 z-20 print:hidden mt-4 flex flex-wrap items-center gap-2 rounded-md border border-line-strong bg-raised px-3 py-2 shadow-card sm:px-4'

/** The list that a selection is of. */
interface Found<Item> {
  items: readonly Item[]
  total: number | null
}

/** How many rows are selected. */
export const selectedCount = <Item,>({ isAll, marked }: Selection<Item>, { total }: Found<Item>): number =>
  isAll ? Math.max((total ?? 0) - marked.size, 0) : marked.size

interface SelectionBarProps<Item extends { id: string }> {
  ref: Ref<HTMLDivElement>
  selection: Selection<Item>
  found: Found<Item>
  /** The number of selected rows, in words. */
  text: (count: number) => string
  /** A change that runs, or the report of the last one; stands above the actions. */
  report: ReactNode
  /** What can be done to the selected rows. */
  children: ReactNode
}

/** Below a list: what is selected, what can be done to it, and what becomes of it. */
export function SelectionBar<Item extends { id: string }>(props: SelectionBarProps<Item>) {
  const { ref, selection, found, text, report, children } = props
  const count = selectedCount(selection, found)
  return (
    <div ref={ref} tabIndex={-1} className={count > 0 || report ? `${BAR} outline-none` : 'hidden'}>
      {report}
      {count > 0 && (
        <>
          <CloseButton
            label={m.books_selected_clear()}
            onClick={() => {
              selection.clear()
              focusSelectAll()
            }}
            className="-ms-1"
          />
          <p role="status" className="font-semibold tabular-nums">
            {text(count)}
          </p>
          <SelectFound selection={selection} found={found} />
          <div className="ms-auto flex flex-wrap gap-2">{children}</div>
        </>
      )}
    </div>
  )
}

/** When all that is shown is selected: the way to all that there is. */
function SelectFound<Item extends { id: string }>({
  selection,
  found,
}: {
  selection: Selection<Item>
  found: Found<Item>
}) {
  const { items, total } = found
  if (selection.isAll || total === null || items.length >= total) return null
  if (!items.every(({ id }) => selection.has(id))) return null
  return (
    <Button look="ghost" className="px-2! text-accent" onClick={selection.chooseAll}>
      {m.books_select_found({ total: formatNumber(total) })}
    </Button>
  )
}
