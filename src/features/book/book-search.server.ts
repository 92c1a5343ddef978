import { inArray, or, sql, type SQL } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'

interface Word {
  pattern: string
  genreIds: string[]
}

/**
 * The conditions of a search: every word must stand in title, author or publisher, or in a word of the
 * book's genre in any language. Folded alike on both sides; `%`, `_` and `\\` are letters.
 */
export async function matchesOf(searchTerm: string): Promise<SQL[]> {
  const words = searchTerm.split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return (await foldWords(words)).map(({ pattern, genreIds }) => {
    const inText = sql`${book.searchText} like ${pattern}`
    return genreIds.length === 0 ? inText : (or(inText, inArray(book.genreId, genreIds)) ?? inText)
  })
}

/** Folds words and looks up which genres they name: the table of genres is small, so the books need not be joined to it. */
async function foldWords(words: string[]): Promise<Word[]> {
  const { rows } = await db.execute<{ pattern: string; genre_ids: string[] | null }>(sql`
    select word.pattern, array_agg(${genre.id}) filter (where ${genre.id} is not null) as genre_ids
    from (
      select ordinality, '%' || regexp_replace(public.fold(word), '([\\\\%_])', '\\\\\\1', 'g') || '%' as pattern
      from unnest(${sql.param(words)}::text[]) with ordinality as given(word, ordinality)
    ) as word
    left join ${genre} on ${genre.searchText} like word.pattern
    group by word.ordinality, word.pattern
    order by word.ordinality
  `)
  return rows.map((row) => ({ pattern: row.pattern, genreIds: row.genre_ids ?? [] }))
}
