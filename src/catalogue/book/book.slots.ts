import type { QueryClient } from '@tanstack/react-query'
import type { ShownList } from '#base/ui/list/list-results.tsx'
import type { Selection } from '#base/ui/list/use-selection.ts'
import { createSlot } from '#kit/slot.tsx'
import type { Restored } from '#kit/trash/shared/trash.schema.ts'
import type { Book, BookInput, BookSummary } from './book.schema.ts'
import type { BookListParams } from './search/book-search.schema.ts'

/** Places on the pages of books that floors above fill. */

interface Loading {
  queryClient: QueryClient
}

/** At the top of the home page of readers. */
export const homeNews = createSlot<object>()

/** On a book's page for readers, above its details. */
export const readerBookPanels = createSlot<{ book: Book; timeZone: string }, Loading & { id: string }>()

/** On a book's page for managers: beside its title, above everything, and between its details and its history. */
export const managerBookBadges = createSlot<{ id: string }>()
export const managerBookNotices = createSlot<{ id: string }>()
export const managerBookPanels = createSlot<{ id: string; timeZone: string }>()

/** The list that a selection of books is of. */
export type FoundBooks = Pick<ShownList<BookSummary, BookListParams>, 'items' | 'total' | 'filter'>

/** Below the managers' list of books: what can be done to the selected ones, and to all that are found. */
export const bookSelectionBar = createSlot<{ selection: Selection<BookSummary>; found: FoundBooks }>()
export const bookListActions = createSlot<Pick<FoundBooks, 'filter' | 'total'>>()

interface NewBookPanel {
  draft: BookInput
  /** Puts values into the form. */
  onFill: (values: Partial<BookInput>) => void
  /** Moves the focus into the form. */
  onFilled: () => void
}

/** Above the form of a new book; each takes the focus, and is made anew for the next book. `load` says whether it shows anything. */
export const newBookPanels = createSlot<NewBookPanel, Loading, boolean>()

/** Beside a deleted book that cannot be restored, since another book has its title and author. */
export const bookCollisionActions = createSlot<{ collided: Restored['collided'][number]; onDone: () => void }>()

/** Where books are to be added: the way to add many at once. */
export const manyBooksLinks = createSlot<{ className: string }>()
