import * as z from 'zod/mini'
import { bookColumnsSchema, bookFilterSchema, bookSortSchema } from '#features/book/search/book-search.schema.ts'
import { userSortSchema } from '#features/user/list/user-search.schema.ts'
import { userFilterSchema } from '#features/user/user.schema.ts'
import type { ViewList } from './view.schema.ts'

/** What a view of each list may hold: the search parameters of the list's address. */
export const VIEW_SEARCHES = {
  books: z.strictObject({ ...bookFilterSchema.shape, sort: bookSortSchema, columns: bookColumnsSchema }),
  users: z.strictObject({ ...userFilterSchema.shape, sort: userSortSchema }),
} satisfies Record<ViewList, z.ZodMiniType>
