import { and, eq, inArray } from 'drizzle-orm'
import { securityEvent } from '#db/tables/security-event.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { readEvents } from './security-rows.server.ts'
import { securityPageSchema, securityPlaceSchema } from './security.schema.ts'

/** What a user is told of their own part: who came in, or tried to. */
const OWN = ['signed_in', 'sign_in_failed', 'sign_in_refused', 'impersonation_begun']
/** Entries in a page of the account. */
const OWN_PAGE = 6

/** The user's own sign-ins, also the failed ones, newest first. IMPERSONATING for an admin who acts as the user. */
const listOwn = procedure('own', { isMyself: true })
  .input(securityPlaceSchema)
  .output(securityPageSchema)
  .handler(({ input, context: { session } }) =>
    readEvents(
      and(eq(securityEvent.userId, session.user.id), inArray(securityEvent.kind, OWN)),
      input.cursor,
      OWN_PAGE,
    ),
  )

export const securityRouter = { listOwn }
