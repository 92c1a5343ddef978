import * as z from 'zod/mini'
import { countSamples, removeSamples } from '#db/seed/samples.server.ts'
import { requestContext } from '#lib/http/request-context.server.ts'
import { procedure } from '#rpc/procedure.server.ts'

/** Number of sample books: unchanged, and changed by users. */
const counts = procedure('book:delete')
  .output(z.object({ untouched: z.number(), changed: z.number() }))
  .handler(() => countSamples())

/** Removes the unchanged sample books; returns how many were removed and how many stay. */
const remove = procedure('book:delete')
  .output(z.object({ removed: z.number(), changed: z.number() }))
  .handler(async ({ context: { session } }) => {
    const { removed, changed } = await removeSamples()
    requestContext().log.info({ actor: session.actor, removed, changed: changed.length }, 'Sample books were removed')
    return { removed, changed: changed.length }
  })

export const bookSampleRouter = { counts, remove }
