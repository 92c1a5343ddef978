import { sql } from 'drizzle-orm'
import type { Queryable } from '#db/client.server.ts'
import { bookWord } from '#db/tables/book-word.ts'
import { editDistance } from '#lib/edit-distance.ts'
import {
  isOfLetters,
  mayMean,
  wordsOneTypoAway,
  splitsOf,
  allowedTypos,
  differingLetters,
} from './book-similar-letters.server.ts'

/**
 * An alternative for a word of a search: one word of the catalogue, or several in a row, as `fold_words` writes them.
 */
export interface Meaning {
  words: string
  /** SAME_LETTERS, or TYPO for each typo. */
  distance: number
}

/** Distance of a word that was split, joined or inflected, and of each typo. */
export const SAME_LETTERS = 1
export const TYPO = 2
/** At most so many alternatives for one word and for a whole search: each costs one more index scan. */
const MOST_OF_WORD = 12
const MOST_OF_SEARCH = 24
/**
 * `pg_trgm` similarity that a word of eight letters keeps after two typos, and how many similar words are compared by
 * letter.
 */
const ALIKE = 0.2
const MOST_ALIKE = 300

/** Forms of one word in Arabic names: grammatical case, and the alif that is written at the beginning of a line. */
const FORMS = ['ابو ابي ابا', 'بن ابن']

/** For each word of a search, the other words of the catalogue that it may mean, nearest first. Needs a transaction. */
export async function meaningsOf(tx: Queryable, searchWords: readonly string[]): Promise<Meaning[][]> {
  const { words, forms } = await folded(tx, searchWords)
  const known = await knownWords(tx, words)
  const most = Math.min(MOST_OF_WORD, Math.ceil(MOST_OF_SEARCH / words.length))
  return words.map((word, at) => {
    const sameLetters = [
      ...joinedAt(words, at).filter((joined) => known.has(joined)),
      ...forms.filter((form) => form.includes(word)).flatMap((form) => form.filter((other) => other !== word)),
      ...splitIntoKnown(word, known).slice(0, Math.floor(most / 2)),
    ]
    const meanings = sameLetters.map((meant) => ({ words: meant, distance: SAME_LETTERS }))
    return [...meanings, ...typosOf(word, known).slice(0, most)]
  })
}

/** Splits of a word into words of the catalogue; those with few and long parts first. */
const splitIntoKnown = (word: string, known: ReadonlySet<string>): string[] =>
  splitsOf(word)
    .filter((parts) => parts.every((part) => known.has(part) || /^\d+$/.test(part)))
    .toSorted((a, b) => a.length - b.length || initialsIn(a) - initialsIn(b))
    .map((parts) => parts.join(' '))

const initialsIn = (parts: string[]): number => parts.filter(({ length }) => length === 1).length

/** A word joined with the previous one, and with the next one. */
const joinedAt = (words: readonly string[], at: number): string[] =>
  [words.slice(Math.max(0, at - 1), at + 1), words.slice(at, at + 2)]
    .filter(({ length }) => length === 2)
    .map((two) => two.join(''))

function typosOf(word: string, known: ReadonlySet<string>): Meaning[] {
  const most = allowedTypos(word)
  if (most === 0) return []
  return [...known]
    .filter((other) => other !== word && Math.abs(other.length - word.length) <= most)
    .map((other) => ({ words: other, typos: editDistance(word, other), strange: differingLetters(word, other) }))
    .filter(({ words, typos }) => mayMean(word, words, typos))
    .toSorted((a, b) => a.typos - b.typos || a.strange - b.strange || (a.words < b.words ? -1 : 1))
    .map(({ words, typos }) => ({ words, distance: typos * TYPO }))
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

/** The alternatives that exist in the catalogue, and words similar to the long ones. */
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
