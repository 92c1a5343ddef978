import * as z from 'zod/mini'
import { recordDeletionForGood } from '#base/auth/admin-notice.server.ts'
import { countSamples, removeSamples } from '#base/db/seed/samples.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'

/** Number of sample books: unchanged, and changed by users. */
const counts = procedure('book:delete', { takenBack: 'nothing' })
  .output(z.object({ untouched: z.number(), changed: z.number() }))
  .handler(() => countSamples())

/** Removes the unchanged sample books for good; returns how many were removed and how many stay. All admins are told. */
const remove = procedure('book:delete', { takenBack: 'never' })
  .output(z.object({ removed: z.number(), changed: z.number() }))
  .handler(async ({ context: { session } }) => {
    const { removed, changed } = await removeSamples()
    recordDeletionForGood(session, 'books', removed)
    requestContext().log.info({ actor: session.actor, removed, changed: changed.length }, 'Sample books were removed')
    return { removed, changed: changed.length }
  })

export const bookSampleRouter = { counts, remove }
