import * as z from 'zod/mini'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { user } from '#db/tables/user.ts'
import { procedure } from '#rpc/procedure.server.ts'

/** How many books, genres and users there are. */
const totals = procedure('apps:manager')
  .output(z.object({ books: z.number(), genres: z.number(), users: z.number() }))
  .handler(async () => {
    const [books, genres, users] = await Promise.all([db.$count(book), db.$count(genre), db.$count(user)])
    return { books, genres, users }
  })

export const dashboardRouter = { totals }
