import * as z from 'zod/mini'
import { procedure } from '#base/rpc/procedure.server.ts'
import { findUser } from '../user-row.server.ts'
import { userIdSchema } from '#base/auth/user-id.schema.ts'
import { userVersionSchema } from './user-history.schema.ts'
import { versionsOfUser } from './user-history.server.ts'

/** The user as they were after each of the latest entries of their activity; NOT_FOUND for a deleted one. */
const versions = procedure('user:get')
  .input(userIdSchema)
  .output(z.array(userVersionSchema))
  .handler(async ({ input }) => versionsOfUser(await findUser(input.id)))

export const userHistoryRouter = { versions }
