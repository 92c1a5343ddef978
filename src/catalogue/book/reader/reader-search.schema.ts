import * as z from 'zod/mini'
import { typedTermSchema } from '#base/lib/list/list-input.ts'
import {
  idSchema,
  letterSchema,
  OTHER_SORTS,
  pickFilters,
  sharedFilters,
  type BookFilter,
} from '../search/book-search.schema.ts'

const LETTERED = ['title', 'author'] as const
const readerSortSchema = z._default(z.enum([...LETTERED, ...OTHER_SORTS]), 'title')
export type ReaderSort = z.output<typeof readerSortSchema>

/** Whether a list in this order can begin at a letter. */
export const isLettered = (sort: ReaderSort): sort is (typeof LETTERED)[number] => sort === 'title' || sort === 'author'

/** Search parameters of the reader's list; invalid ones are ignored. */
export const readerSearchSchema = z.object({
  searchTerm: typedTermSchema,
  ...sharedFilters,
  genreId: z.catch(z.optional(idSchema), undefined),
  sort: z.catch(readerSortSchema, 'title'),
  letter: z.catch(z.optional(letterSchema), undefined),
  /** Cursor of the page before, where the list goes on without script. */
  after: z.catch(z.optional(z.string().check(z.minLength(1), z.maxLength(2000))), undefined),
})
export type ReaderSearch = z.output<typeof readerSearchSchema>

/** Search parameters of the home page: what is searched there. */
export const homeSearchSchema = z.pick(readerSearchSchema, { searchTerm: true })

/** Filter and position from the search parameters. Hits of a search have no letters. */
export function readReaderSearch({ searchTerm: typed, sort, letter, after, ...params }: ReaderSearch): {
  filter: BookFilter & { searchTerm: string }
  position: { sort: ReaderSort; letter?: string; after?: string }
} {
  const searchTerm = typed.trim()
  const position = {
    sort,
    ...(searchTerm === '' && isLettered(sort) && letter !== undefined && { letter }),
    ...(after !== undefined && { after }),
  }
  return { filter: { ...pickFilters(params), searchTerm }, position }
}
