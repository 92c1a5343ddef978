import * as z from 'zod/mini'
import { typedTermSchema } from '#base/lib/list/list-input.ts'

/** Search parameters of the list of genres. */
export const genreSearchSchema = z.object({
  searchTerm: typedTermSchema,
  sort: z.catch(z._default(z.enum(['name', 'most', 'fewest']), 'name'), 'name'),
})
export type GenreSearch = z.output<typeof genreSearchSchema>
