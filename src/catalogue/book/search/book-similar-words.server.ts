import { sql } from 'drizzle-orm'
import type { Queryable } from '#base/db/connection/client.server.ts'
import { bookWord } from '#base/db/tables/book-word.ts'
import { isOfLetters } from '#base/lib/search/mistyped-letters.ts'
import { FORMS, longWords, meaningsAmong, possibleWords, type Meaning } from '#base/lib/search/mistyped-words.ts'
import { soundKey } from '#base/lib/search/sound-key.ts'

/**
 * `pg_trgm` similarity that a word of eight letters keeps after two typos, and how many similar words are compared by
 * letter.
 */
const ALIKE = 0.2
const MOST_ALIKE = 300

/** What a word of a search may mean. */
interface Meanings {
  /** Other words of the catalogue, nearest first. */
  meanings: Meaning[]
  /** Whether it is a word of the catalogue itself. */
  isWhole: boolean
}

/** For each word of a search, what it may mean. Needs a transaction. */
export async function meaningsOf(tx: Queryable, searchWords: readonly string[]): Promise<Meanings[]> {
  const { words, forms } = await folded(tx, searchWords)
  const known = await knownWords(tx, words)
  const all = meaningsAmong(words, forms, known)
  return words.map((word, at) => ({ meanings: all[at] ?? [], isWhole: known.has(word) }))
}

/** The words of the search and FORMS, folded like the words of the catalogue. */
async function folded(tx: Queryable, words: readonly string[]): Promise<{ words: string[]; forms: string[][] }> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select btrim(public.fold_words(text)) as text
    from unnest(${sql.param([...words, ...FORMS])}::text[]) with ordinality as given(text, at) order by at
  `)
  const texts = rows.map(({ text }) => text)
  return { words: texts.slice(0, words.length), forms: texts.slice(words.length).map((forms) => forms.split(' ')) }
}

/** The alternatives that exist in the catalogue, words that sound alike, and words similar to the long ones. */
async function knownWords(tx: Queryable, words: readonly string[]): Promise<Set<string>> {
  await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${ALIKE}`))
  const sounds = words.map(soundKey).filter((key) => key !== undefined)
  const { rows } = await tx.execute<{ word: string }>(sql`
    select ${bookWord.word} from ${bookWord} where ${bookWord.word} = any(${sql.param([...possibleWords(words)])}::text[])
    union
    select ${bookWord.word} from ${bookWord} where public.sound_key(${bookWord.word}) = any(${sql.param(sounds)}::text[])
    union
    select alike.word from unnest(${sql.param(longWords(words))}::text[]) as given(long), lateral (
      select ${bookWord.word} from ${bookWord}
      where ${bookWord.word} % long and length(${bookWord.word}) between length(long) - 2 and length(long) + 2
      order by similarity(${bookWord.word}, long) desc limit ${MOST_ALIKE}
    ) as alike
  `)
  return new Set(rows.map(({ word }) => word).filter(isOfLetters))
}
