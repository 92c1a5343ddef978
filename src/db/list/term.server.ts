import { sql, type SQL } from 'drizzle-orm'
import { db } from '../client.server.ts'

/** A word of a search, folded. */
export interface Word {
  word: string
  /** As it stands in a pattern of `like`. */
  bare: string
}

/** A search read as a title followed by words of its author, or the other way round. */
export interface ByAuthor {
  titleKey: string
  authorWords: Word[]
}

/** A search as it was read: folded in SQL as the searched columns are. */
export interface Term {
  words: Word[]
  /** What a title would have as its key; '' where the list has none. */
  titleKey: string
  byAuthor: ByAuthor[]
}

/** A search of more words is no title with its author: it would be read in too many ways. */
const MOST_WORDS = 8

/** Reads a search; `keyOf` gives the key of a title. */
export async function readTerm(searchTerm: string, keyOf?: (title: SQL) => SQL<string>): Promise<Term> {
  const parts = keyOf ? partsOf(searchTerm) : []
  const texts = [searchTerm, ...parts.flat()]
  const { rows } = await db.execute<{ words: string; key: string }>(sql`
    select btrim(public.fold_words(text)) as words, ${keyOf ? keyOf(sql`text`) : sql`''`} as key
    from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, at) order by at
  `)
  const [whole] = rows
  return {
    words: wordsOf(whole?.words ?? ''),
    titleKey: whole?.key ?? '',
    byAuthor: parts
      .map((_, at) => ({
        titleKey: rows[2 * at + 1]?.key ?? '',
        authorWords: wordsOf(rows[2 * at + 2]?.words ?? ''),
      }))
      .filter(({ titleKey, authorWords }) => titleKey !== '' && authorWords.length > 0),
  }
}

/** Every way to part a search in two: title and author. */
function partsOf(searchTerm: string): [title: string, author: string][] {
  const words = searchTerm.trim().split(/\s+/)
  if (words.length > MOST_WORDS) return []
  return words.slice(1).flatMap((_, index): [string, string][] => {
    const [head, tail] = [words.slice(0, index + 1).join(' '), words.slice(index + 1).join(' ')]
    return [
      [head, tail],
      [tail, head],
    ]
  })
}

const wordsOf = (folded: string): Word[] =>
  folded
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ word, bare: word.replace(/[\\%_]/g, '\\$&') }))
