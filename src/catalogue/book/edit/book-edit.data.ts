import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { useRefresh } from '#base/ui/use-refresh.ts'
import { bookEditRouter } from './book-edit.router.server.ts'
import type { BookChange, bookRemovalSchema, SuggestInput, DuplicatesInput } from './book-edit.schema.ts'
import { bookQuery } from '../book.data.ts'
import type { Book, bookInputSchema } from '../book.schema.ts'

/** Adds a book. Throws BOOK_TAKEN at `title`, VALIDATION_ERROR at the invalid fields. */
export const createBook = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bookInputSchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.create, data))

/** Saves a book based on the version that was read. CONFLICT carries `theirs`, the current `Book`. */
export const updateBook = createServerFn({ method: 'POST' })
  .validator((input: BookChange) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.update, data))

/** Moves a book to the trash; with a version only that version. CONFLICT, NOT_FOUND. */
export const removeBook = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bookRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.remove, data))

const suggestNames = createServerFn({ method: 'GET' })
  .validator((input: SuggestInput) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.suggest, data))

const listDuplicateBooks = createServerFn({ method: 'GET' })
  .validator((input: DuplicatesInput) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.listDuplicates, data))

const SECONDS = 1000

/** Spellings of the catalogue. The previous ones stay until the new ones are loaded. */
export const suggestionsQuery = (input: SuggestInput) =>
  queryOptions({
    queryKey: ['book', 'suggestions', input],
    queryFn: ({ signal }) => suggestNames({ data: input, signal }),
    enabled: input.text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30 * SECONDS,
    retry: false,
  })

/** Books that may be duplicates of the one being typed. */
export const duplicatesQuery = (input: DuplicatesInput) =>
  queryOptions({
    queryKey: ['book', 'duplicates', input],
    queryFn: ({ signal }) => listDuplicateBooks({ data: input, signal }),
    enabled: input.title.trim() !== '',
    staleTime: 30 * SECONDS,
    retry: false,
  })

/** Refetches what shows books after a change; a saved book is put into the cache at once. */
export function useRefreshBooks() {
  const queryClient = useQueryClient()
  const refresh = useRefresh('book')
  return (saved?: Book) => {
    if (saved) queryClient.setQueryData(bookQuery(saved.id).queryKey, saved)
    return refresh()
  }
}

/**
 * Drops deleted books from the cache and refetches the rest. Navigate away from their page first: it would refetch
 * them.
 */
export function useForgetBooks() {
  const queryClient = useQueryClient()
  const refresh = useRefreshBooks()
  return (ids: string[]) => {
    for (const id of ids) queryClient.removeQueries({ queryKey: bookQuery(id).queryKey })
    return refresh()
  }
}
