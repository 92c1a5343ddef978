import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import type * as z from 'zod/mini'
import { callProcedure } from '#base/rpc/call-procedure.server.ts'
import { borrowerGroupRouter } from './group.router.server.ts'
import type { groupChangeSchema, groupInputSchema, groupRemovalSchema } from './group.schema.ts'

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
