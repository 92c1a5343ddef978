import type { QueryClient } from '@tanstack/react-query'
import type { NarrowedBy } from '#base/ui/list/list-results.tsx'
import type { Selection } from '#base/ui/list/use-selection.ts'
import { createSlot } from '#kit/slot.tsx'
import type { BorrowersSearch } from './borrower-search.schema.ts'
import type { BorrowerRow } from './borrower.schema.ts'

/** On the list of borrowers: where a file of them can be dropped at any time, and chosen while it `isOpen`. */
export const borrowerFiles = createSlot<{ isOpen: boolean }>()

/** On the list of borrowers: links to what is done with many of them. */
export const borrowerLinks = createSlot<object>()

/** On the page of classes and groups: links to what else is theirs. */
export const groupLinks = createSlot<object>()

/** The selected borrowers of the list, and the list. */
export interface BorrowerSelection {
  selection: Selection<BorrowerRow>
  found: { items: readonly BorrowerRow[]; total: number | null; filter: NarrowedBy<BorrowersSearch> }
}

/** Below the list of borrowers: what can be done to several. */
export const borrowerSelections = createSlot<BorrowerSelection>()

/** On a borrower's page, below the books: what else the library knows of them. */
export const borrowerPanels = createSlot<
  { borrower: { id: string }; timeZone: string },
  { queryClient: QueryClient; id: string }
>()

/** On the page of a borrower: what else can be done. */
export const borrowerActions = createSlot<{ id: string }>()

/** Among the buttons of what can be done to the selected borrowers. */
export const borrowerSelectionActions = createSlot<BorrowerSelection>()
