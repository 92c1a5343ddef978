import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { rowQuery } from '#kit/noun/shared/row-query.ts'
import { growingQuery, totalQuery } from '#base/lib/list/growing-query.ts'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { borrowerRouter } from './borrower.router.server.ts'
import type {
  borrowerChangeSchema,
  borrowerFilterSchema,
  borrowerInputSchema,
  borrowerLinkSchema,
  borrowerListInputSchema,
  borrowerRemovalSchema,
} from './borrower.schema.ts'
import type { BorrowersSearch } from './borrower-search.schema.ts'

const listBorrowers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof borrowerListInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.listPage, data))

const countBorrowers = createServerFn({ method: 'GET' })
  .validator((input: z.input<typeof borrowerFilterSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.count, data))

const getBorrower = createServerFn({ method: 'GET' })
  .validator((input: { id: string }) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.get, data))

/** Adds a borrower. NUMBER_TAKEN at `card` or `schoolNumber`, VALIDATION_ERROR at its fields. */
export const createBorrower = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.create, data))

/** Saves a borrower; CONFLICT holds the current one as `theirs`. */
export const updateBorrower = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerChangeSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.update, data))

/** Links a borrower to the user with an address, or to none. USER_NOT_FOUND and NUMBER_TAKEN at `email`; CONFLICT. */
export const linkBorrower = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerLinkSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.link, data))

/** Moves a borrower into the trash, or erases them; BORROWER_HAS_LOANS. */
export const removeBorrower = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof borrowerRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerRouter.remove, data))

/** The borrowers that a search finds, page by page. */
export const borrowersQuery = (params: BorrowersSearch) =>
  growingQuery(['borrower', 'list', params], (page, signal) =>
    listBorrowers({ data: { ...params, ...page }, ...(signal && { signal }) }),
  )

/** The exact number of the borrowers that a search finds. */
export const borrowersTotalQuery = (filter: Omit<BorrowersSearch, 'sort'>) =>
  totalQuery(['borrower', 'list', filter], (signal) => countBorrowers({ data: filter, signal }))

/** One borrower. */
export const borrowerQuery = (id: string) => rowQuery('borrower', id, () => getBorrower({ data: { id } }))
