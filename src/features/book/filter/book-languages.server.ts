import { sql } from 'drizzle-orm'
import { readDb } from '#db/connection/client.server.ts'
import { tableVersion, VersionedPromiseCache } from '#db/list/versioned-cache.server.ts'
import { bookChange } from '#db/tables/book-change.ts'
import { book } from '#db/tables/book.ts'

const languages = new VersionedPromiseCache<string[]>(1)

/** The languages that books have, as codes: from each to the next by the index, however many books there are. */
export async function languagesOfBooks(): Promise<string[]> {
  return languages.getOrLoad('', await tableVersion(bookChange), async () => {
    const { rows } = await readDb().execute<{ code: string }>(sql`
      with recursive step as (
        select min(${book.language}) as code from ${book}
        union all
        select (select min(${book.language}) from ${book} where ${book.language} > step.code) from step where step.code is not null
      )
      select code from step where code is not null`)
    return rows.map(({ code }) => code)
  })
}
