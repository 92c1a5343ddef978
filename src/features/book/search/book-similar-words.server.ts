import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/client.server.ts'
import { bookWord } from '#db/tables/book-word.ts'
import {
  isOfLetters,
  mayMean,
  wordsOneTypoAway,
  splitsOf,
  editDistance,
  allowedTypos,
  differingLetters,
} from './book-similar-letters.server.ts'

/** What a word may stand for: a whole word of the books, or several in a row; as `fold_words` has them. */
export interface Meaning {
  words: string
  /** How far off: SAME_LETTERS, or SLIP for each typo. */
  distance: number
}

/** Parted or joined otherwise, or another form of the word. */
export const SAME_LETTERS = 1
export const TYPO = 2
/** Meanings of one word, and of a whole search, at most: each is another look into the index of words. */
const MOST_OF_WORD = 12
const MOST_OF_SEARCH = 24
/** How alike two typos leave words of eight letters (`pg_trgm`), and how many such are compared letter by letter. */
const ALIKE = 0.2
const MOST_ALIKE = 300

/** Forms of one word in Arabic names: its case, and the alif that is written at the beginning of a line. */
const FORMS = ['ابو ابي ابا', 'بن ابن']

/** What each word of a search may stand for beside itself, among the words of the books, the nearest first. In a transaction. */
export async function meaningsOf(tx: Queryable, searchWords: readonly string[]): Promise<Meaning[][]> {
  const { words, forms } = await folded(tx, searchWords)
  const known = await knownWords(tx, words)
  const most = Math.min(MOST_OF_WORD, Math.ceil(MOST_OF_SEARCH / words.length))
  return words.map((word, at) => {
    const sameLetters = [
      ...joinedAt(words, at).filter((joined) => known.has(joined)),
      ...forms.filter((form) => form.includes(word)).flatMap((form) => form.filter((other) => other !== word)),
      ...partedOf(word, known).slice(0, Math.floor(most / 2)),
    ]
    const meanings = sameLetters.map((meant) => ({ words: meant, distance: SAME_LETTERS }))
    return [...meanings, ...nearTo(word, known).slice(0, most)]
  })
}

/** A word parted into words that books have; those of few and long parts first. */
const partedOf = (word: string, known: ReadonlySet<string>): string[] =>
  splitsOf(word)
    .filter((parts) => parts.every((part) => known.has(part) || /^\d+$/.test(part)))
    .toSorted((a, b) => a.length - b.length || initialsIn(a) - initialsIn(b))
    .map((parts) => parts.join(' '))

const initialsIn = (parts: string[]): number => parts.filter(({ length }) => length === 1).length

/** A word together with the one before it, and with the one behind. */
const joinedAt = (words: readonly string[], at: number): string[] =>
  [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)]
    .filter(({ length }) => length === 2)
    .map((two) => two.join(''))

function nearTo(word: string, known: ReadonlySet<string>): Meaning[] {
  const most = allowedTypos(word)
  if (most === 0) return []
  return [...known]
    .filter((other) => other !== word && Math.abs(other.length - word.length) <= most)
    .map((other) => ({ words: other, typos: editDistance(word, other), strange: differingLetters(word, other) }))
    .filter(({ words, typos }) => mayMean(word, words, typos))
    .toSorted((a, b) => a.typos - b.typos || a.strange - b.strange || (a.words < b.words ? -1 : 1))
    .map(({ words, typos }) => ({ words, distance: typos * TYPO }))
}

/** The words of the search and the forms as the words of books are written. */
async function folded(tx: Queryable, words: readonly string[]): Promise<{ words: string[]; forms: string[][] }> {
  const { rows } = await tx.execute<{ text: string }>(sql`
    select btrim(public.fold_words(text)) as text
    from unnest(${sql.param([...words, ...FORMS])}::text[]) with ordinality as given(text, at) order by at
  `)
  const texts = rows.map(({ text }) => text)
  return { words: texts.slice(0, words.length), forms: texts.slice(words.length).map((forms) => forms.split(' ')) }
}

/** Which of all the words that these may stand for a book has, and such as are alike. */
async function knownWords(tx: Queryable, words: readonly string[]): Promise<Set<string>> {
  const exact = words.flatMap((word, at) => [
    ...splitsOf(word).flat(),
    ...joinedAt(words, at),
    ...(allowedTypos(word) > 0 ? wordsOneTypoAway(word) : []),
  ])
  const long = words.filter((word) => allowedTypos(word) === 2)
  await tx.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${ALIKE}`))
  const { rows } = await tx.execute<{ word: string }>(sql`
    select ${bookWord.word} from ${bookWord} where ${bookWord.word} = any(${sql.param([...new Set(exact)])}::text[])
    union
    select alike.word from unnest(${sql.param(long)}::text[]) as given(long), lateral (
      select ${bookWord.word} from ${bookWord}
      where ${bookWord.word} % long and length(${bookWord.word}) between length(long) - 2 and length(long) + 2
      order by similarity(${bookWord.word}, long) desc limit ${MOST_ALIKE}
    ) as alike
  `)
  return new Set(rows.map(({ word }) => word).filter(isOfLetters))
}
