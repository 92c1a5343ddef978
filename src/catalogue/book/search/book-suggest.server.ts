import { sql, type SQL } from 'drizzle-orm'
import { readDb } from '#base/db/connection/client.server.ts'
import { bookName } from '#base/db/tables/book-name.ts'
import type { Suggestion } from '../edit/book-edit.schema.ts'

const MOST = 8
/** The most used names are scanned before the index of words: they usually hold enough matches for a common prefix. */
const MOST_SCANNED = 3000

/**
 * Spellings of authors or publishers in the catalogue with their number of books, the most used first. Each typed word
 * must begin a word of the name; both are folded as in a search.
 */
export async function suggestions(field: 'author' | 'publisher', text: string): Promise<Suggestion[]> {
  const patterns = await patternsOf(text)
  if (patterns.length === 0) return []
  // One condition for each pattern, because `like all` does not use the index of words.
  const fits = sql.join(
    patterns.map((pattern) => sql`${bookName.words} like ${pattern}`),
    sql` and `,
  )
  const ofField = sql`${bookName.field} = ${field}`
  const mostUsed = sql`(select * from ${bookName} where ${ofField} order by uses desc limit ${MOST_SCANNED})`
  const common = await namesIn(mostUsed, fits)
  // Recent changes are rows of their own until they are merged, so counts are summed over all rows.
  if (common.length === MOST) return namesIn(sql`${bookName}`, sql`${ofField} and ${isOneOf(common)}`)
  return namesIn(sql`${bookName}`, sql`${ofField} and ${fits}`)
}

async function namesIn(rowsOf: SQL, condition: SQL): Promise<Suggestion[]> {
  const { rows } = await readDb().execute<{ name: string; books: number }>(sql`
    select name, sum(uses)::int as books from ${rowsOf} as ${sql.identifier('book_name')} where ${condition}
    group by name having sum(uses) > 0 order by books desc, name limit ${MOST}`)
  return rows.map(({ name, books }) => ({ name, books }))
}

/** Uses the index of words, because names have no index. */
function isOneOf(suggested: readonly Suggestion[]): SQL {
  const names = sql`${sql.param(suggested.map(({ name }) => name))}::text[]`
  const words = sql`array(select public.fold_words(name) from unnest(${names}) as name)`
  return sql`${bookName.words} = any(${words}) and ${bookName.name} = any(${names})`
}

async function patternsOf(text: string): Promise<string[]> {
  const { rows } = await readDb().execute<{ pattern: string }>(sql`
    select '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
    from regexp_split_to_table(btrim(public.fold_words(${text.replaceAll('\0', '')}::text)), ' ') as word where word <> ''`)
  return rows.map(({ pattern }) => pattern)
}
