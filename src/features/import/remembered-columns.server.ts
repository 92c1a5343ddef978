import { desc, ne } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { bookImport } from '#db/tables/book-import.ts'

const REMEMBERED = 30

/** The columns that people chose for headers with the same names, of the last imports. */
export async function rememberedColumns(header: readonly string[]): Promise<Record<string, string>> {
  const last = await db
    .select({ header: bookImport.header, columns: bookImport.columns })
    .from(bookImport)
    .where(ne(bookImport.state, 'waiting'))
    .orderBy(desc(bookImport.createdAt))
    .limit(REMEMBERED)
  const found: Record<string, string> = {}
  for (const one of last) {
    for (const [field, index] of Object.entries(one.columns)) {
      const name = one.header[index]
      if (name !== undefined && name !== '' && !Object.hasOwn(found, field) && header.includes(name))
        found[field] = name
    }
  }
  return found
}
