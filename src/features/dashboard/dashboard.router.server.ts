import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { user } from '#db/tables/user.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { procedure } from '#rpc/procedure.server.ts'
import { figuresIn } from './dashboard-figures.server.ts'
import { figuresSchema } from './dashboard.schema.ts'

/** How many books, genres and users there are. */
const totals = procedure('apps:manager')
  .output(z.object({ books: z.number(), genres: z.number(), users: z.number() }))
  .handler(async () => {
    const [books, genres, users] = await Promise.all([db.$count(book), db.$count(genre), db.$count(user)])
    return { books, genres, users }
  })

/** What a manager sees of the library at a glance; what was done lately is in the activity. */
const figures = procedure('apps:manager')
  .output(figuresSchema)
  .handler(() => figuresIn(requestContext().timeZone))

export const dashboardRouter = { totals, figures }
