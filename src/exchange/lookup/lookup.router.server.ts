import { consumeLimits } from '#base/auth/limits/rate-limits.server.ts'
import { env } from '#base/env/env.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { lookupInputSchema, lookupSchema, lookupSourcesSchema } from './lookup.schema.ts'
import { lookUpIsbn } from './lookup.server.ts'

/** Look-ups of one person, who scans at most a book a second. */
const PER_PERSON = { max: 60, seconds: 60 }

/** What the sources of LOOKUP say of an ISBN; none of them where it is not set. Saves nothing. TOO_MANY_REQUESTS. */
const find = procedure('book:create', { takenBack: 'nothing' })
  .input(lookupInputSchema)
  .output(lookupSchema)
  .handler(async ({ input: { isbn }, context: { session } }) => {
    await consumeLimits([{ key: `lookup:user:${session.user.id}`, windows: [PER_PERSON] }])
    return lookUpIsbn(isbn, env().lookup.sources, true)
  })

/** The sources that are asked. */
const listSources = procedure('book:create', { takenBack: 'nothing' })
  .output(lookupSourcesSchema)
  .handler(() => env().lookup.sources.map(({ source }) => source))

export const lookupRouter = { find, listSources }
