import type { ShownList } from '#base/ui/list/list-results.tsx'
import type { Selection } from '#base/ui/list/use-selection.ts'
import { createSlot } from '#kit/slot.tsx'
import type { CopiesSearch } from './copy-search.schema.ts'
import type { CopyRow } from './copy.schema.ts'

/** The selected copies of the list, and the list. */
export interface CopySelection {
  selection: Selection<CopyRow>
  found: Pick<ShownList<CopyRow, CopiesSearch>, 'items' | 'total' | 'filter'>
}

/** On the list of copies: links to what is done with many of them. */
export const copyLinks = createSlot<object>()

/** Among the buttons of what can be done to the selected copies. */
export const copySelectionActions = createSlot<CopySelection>()
