import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#rpc/call-procedure.server.ts'
import { borrowerGroupRouter } from './group.router.server.ts'
import type {
  ClosedDays,
  closedDaysInputSchema,
  groupChangeSchema,
  groupInputSchema,
  groupRemovalSchema,
} from './group.schema.ts'

const listGroups = createServerFn({ method: 'GET' }).handler(() => callProcedure(borrowerGroupRouter.list, undefined))

/** Adds a group. NAME_TAKEN at `name`. */
export const createGroup = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof groupInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerGroupRouter.create, data))

/** Saves a group; CONFLICT where it was changed meanwhile. */
export const updateGroup = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof groupChangeSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerGroupRouter.update, data))

/** Deletes a group; GROUP_HAS_BORROWERS. */
export const removeGroup = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof groupRemovalSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerGroupRouter.remove, data))

/** All groups. */
export const groupsQuery = queryOptions({ queryKey: ['borrower', 'groups'], queryFn: () => listGroups() })

const listClosedDays = createServerFn({ method: 'GET' }).handler(() =>
  callProcedure(borrowerGroupRouter.listClosed, undefined),
)

/** Closes the library on days. VALIDATION_ERROR at `from` and `to`. */
export const closeOnDays = createServerFn({ method: 'POST' })
  .validator((input: z.input<typeof closedDaysInputSchema>) => input)
  .handler(({ data }) => callProcedure(borrowerGroupRouter.close, data))

/** Opens the library on days again. */
export const openOnDays = createServerFn({ method: 'POST' })
  .validator((input: Omit<ClosedDays, 'note'>) => input)
  .handler(({ data }) => callProcedure(borrowerGroupRouter.open, data))

/** The closed days from today on. */
export const closedDaysQuery = queryOptions({ queryKey: ['borrower', 'closed-days'], queryFn: () => listClosedDays() })
