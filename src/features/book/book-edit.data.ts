import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { bookEditRouter } from './book-edit.router.server.ts'
import type {
  BookChange,
  bookIdsSchema,
  bookRemovalSchema,
  genreOfManySchema,
  SuggestInput,
  DuplicatesInput,
} from './book-edit.schema.ts'
import { bookQuery } from './book.data.ts'
import type { Book, bookInputSchema } from './book.schema.ts'

/** Adds a book. BOOK_TAKEN at `title`, VALIDATION_ERROR at its fields. */
export const createBook = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bookInputSchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.create, data))

/** Saves a book from the version that was read; CONFLICT holds `theirs`, a `Book`. */
export const updateBook = createServerFn({ method: 'POST' })
  .validator((input: BookChange) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.update, data))

export const removeBook = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bookRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.remove, data))

/** Of up to 100 books; answers what happened to each. */
export const setGenreOfBooks = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof genreOfManySchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.setGenreOfMany, data))

/** Up to 100 books; answers what happened to each. */
export const removeBooks = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof bookIdsSchema>) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.removeMany, data))

const suggestNames = createServerFn({ method: 'GET' })
  .validator((input: SuggestInput) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.suggest, data))

const findBookTwins = createServerFn({ method: 'GET' })
  .validator((input: DuplicatesInput) => input)
  .handler(({ data }) => callProcedure(bookEditRouter.findTwins, data))

const SECONDS = 1000

/** Spellings that the catalogue has. Those of the text before stay until the new ones are there. */
export const suggestionsQuery = (input: SuggestInput) =>
  queryOptions({
    queryKey: ['book', 'suggestions', input],
    queryFn: ({ signal }) => suggestNames({ data: input, signal }),
    enabled: input.text.trim() !== '',
    placeholderData: keepPreviousData,
    staleTime: 30 * SECONDS,
    retry: false,
  })

/** Books that may be the one being typed: `[]` for none. */
export const duplicatesQuery = (input: DuplicatesInput) =>
  queryOptions({
    queryKey: ['book', 'twins', input],
    queryFn: ({ signal }) => findBookTwins({ data: input, signal }),
    enabled: input.title.trim() !== '',
    staleTime: 30 * SECONDS,
    retry: false,
  })

/** What shows books or counts them. */
const NOUNS = ['book', 'genre', 'activity', 'dashboard']

/**
 * After a change of books: lists, counts, genres, activity and the dashboard are asked for anew where they are shown.
 * A book that was saved is known at once.
 */
export function useRefreshBooks() {
  const queryClient = useQueryClient()
  return (saved?: Book) => {
    if (saved) queryClient.setQueryData(bookQuery(saved.id).queryKey, saved)
    return Promise.all(NOUNS.map((noun) => queryClient.invalidateQueries({ queryKey: [noun] })))
  }
}

/** After a deletion: those books are forgotten, the rest is asked for anew. Leave their page first: it would ask for them. */
export function useForgetBooks() {
  const queryClient = useQueryClient()
  const refresh = useRefreshBooks()
  return (ids: string[]) => {
    for (const id of ids) queryClient.removeQueries({ queryKey: bookQuery(id).queryKey })
    return refresh()
  }
}
