import { sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { bookName } from '#db/tables/book-name.ts'

const MOST = 8
/** The most used names that are looked at before the index of words is asked: a common beginning is found among them. */
const WALK = 3000

/**
 * Spellings of authors or publishers that the catalogue has, the most used first: those in which every typed word
 * begins one, folded as search does it.
 */
export async function suggestions(field: 'author' | 'publisher', text: string): Promise<string[]> {
  const patterns = await patternsOf(text)
  if (patterns.length === 0) return []
  // One by one, since "like all" would not go by the index of words.
  const fits = sql.join(
    patterns.map((pattern) => sql`${bookName.words} like ${pattern}`),
    sql` and `,
  )
  const ofField = sql`${bookName.field} = ${field}`
  const common = await names(sql`
    select name, sum(uses) as total from (
      select name, words, uses from ${bookName} where ${ofField} order by uses desc limit ${WALK}
    ) as ${bookName}
    where ${fits} group by name having sum(uses) > 0 order by total desc, name limit ${MOST}`)
  if (common.length === MOST) return common
  return names(sql`
    select name, sum(uses) as total from ${bookName} where ${ofField} and ${fits}
    group by name having sum(uses) > 0 order by total desc, name limit ${MOST}`)
}

async function names(query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(query)
  return rows.map(({ name }) => name)
}

async function patternsOf(text: string): Promise<string[]> {
  const { rows } = await db.execute<{ pattern: string }>(sql`
    select '% ' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
    from regexp_split_to_table(btrim(public.fold_words(${text.replaceAll('\0', '')}::text)), ' ') as word where word <> ''`)
  return rows.map(({ pattern }) => pattern)
}
