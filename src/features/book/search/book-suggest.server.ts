import { sql, type SQL } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { bookName } from '#db/tables/book-name.ts'
import type { Suggestion } from '../book-edit.schema.ts'

const MOST = 8
/** The most used names that are looked at before the index of words is asked: a common beginning is found among them. */
const WALK = 3000

/**
 * Spellings of authors or publishers that the catalogue has, the most used first: those in which every typed word
 * begins one, folded as search does it. With how many books have them.
 */
export async function suggestions(field: 'author' | 'publisher', text: string): Promise<Suggestion[]> {
  const patterns = await patternsOf(text)
  if (patterns.length === 0) return []
  // One by one, since "like all" would not go by the index of words.
  const fits = sql.join(
    patterns.map((pattern) => sql`${bookName.words} like ${pattern}`),
    sql` and `,
  )
  const ofField = sql`${bookName.field} = ${field}`
  const walked = sql`(select * from ${bookName} where ${ofField} order by uses desc limit ${WALK})`
  const common = await namesIn(walked, fits)
  // What was saved lately may stand in rows of its own, further down.
  if (common.length === MOST) return namesIn(sql`${bookName}`, sql`${ofField} and ${isOneOf(common)}`)
  return namesIn(sql`${bookName}`, sql`${ofField} and ${fits}`)
}

async function namesIn(rowsOf: SQL, condition: SQL): Promise<Suggestion[]> {
  const { rows } = await db.execute<{ name: string; books: number }>(sql`
    select name, sum(uses)::int as books from ${rowsOf} as ${sql.identifier('book_name')} where ${condition}
    group by name having sum(uses) > 0 order by books desc, name limit ${MOST}`)
  return rows.map(({ name, books }) => ({ name, books }))
}

/** By the index of words: there is none of names. */
function isOneOf(suggested: readonly Suggestion[]): SQL {
  const names = sql`${sql.param(suggested.map(({ name }) => name))}::text[]`
  const words = sql`array(select public.fold_words(name) from unnest(${names}) as name)`
  return sql`${bookName.words} = any(${words}) and ${bookName.name} = any(${names})`
}

async function patternsOf(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ pattern: string }>(sql`
    select '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
    from regexp_split_to_table(btrim(public.fold_words(${text.replaceAll('\0', '')}::text)), ' ') as word where word <> ''`)
  return rows.map(({ pattern }) => pattern)
}
