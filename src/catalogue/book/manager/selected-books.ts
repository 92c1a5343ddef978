import { SavedSelections } from '#base/ui/list/use-selection.ts'
import type { BookSummary } from '../book.schema.ts'

/** The books that were selected in lists that can be gone back to. */
export const selectedBooks = new SavedSelections<BookSummary>()
