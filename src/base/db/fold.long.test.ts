import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { authorKey } from '#base/lib/search/author-key.ts'
import cases from '#base/lib/search/fold-cases.json' with { type: 'json' }
import { foldedWords } from '#base/lib/search/fold-words.ts'
import { fold } from '#base/lib/search/fold.ts'
import { useDatabase } from '#test/database.ts'
import { db } from './connection/client.server.ts'

useDatabase()

async function inSql(expression: 'fold' | 'fold_words' | 'author_key', texts: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ folded: string }>(
    sql`select public.${sql.raw(expression)}(text) as folded
      from unnest(${sql.param(texts)}::text[]) with ordinality as given(text, at) order by at`,
  )
  return rows.map(({ folded }) => folded)
}

async function hash(...texts: string[]): Promise<string> {
  const { rows } = await db.execute<{ hash: string }>(
    sql`select encode(public.fold_hash(${sql.join(
      texts.map((text) => sql`${text}::text`),
      sql`, `,
    )}), 'hex') as hash`,
  )
  return rows[0]?.hash ?? ''
}

/** First and last letters of the Unicode blocks that books use, and of those between. */
const BLOCKS = [
  [0x20, 0x7e], // ASCII
  [0xa0, 0x24f], // Latin-1, Latin Extended-A and B
  [0x250, 0x36f], // phonetic letters, modifiers, accents
  [0x370, 0x52f], // Greek, Cyrillic
  [0x531, 0x5f4], // Armenian, Hebrew
  [0x600, 0x77f], // Arabic, Syriac, Arabic Supplement
  [0x8a0, 0x8ff], // Arabic Extended-A
  [0x900, 0x97f], // Devanagari
  [0xe00, 0xe5b], // Thai
  [0x10a0, 0x10ff], // Georgian
  [0x1100, 0x11ff], // Korean letters
  [0x1200, 0x137f], // Ethiopic
  [0x1d00, 0x1fff], // phonetic, Latin Extended Additional, Greek Extended
  [0x2000, 0x218b], // punctuation, currency, letterlike signs, numbers
  [0x2c60, 0x2c7f], // Latin Extended-C
  [0x3000, 0x30ff], // punctuation and kana
  [0x4e00, 0x4fff], // Chinese
  [0xac00, 0xad00], // Korean syllables
  [0xfb00, 0xfdff], // ligatures, Arabic presentation forms A
  [0xfe20, 0xffee], // half marks, forms B, width forms
  [0x1d400, 0x1d7ff], // mathematical letters
  [0x1f300, 0x1f64f], // emoji
] as const

/** Letters whose other case was added after Unicode 10, the version of the embedded PostgreSQL's ICU. */
const CASED_LATER =
  /[\u1C89-\u1CBF\u2C2F\uA7B8-\uA7F5\u{10570}-\u{10595}\u{10D50}-\u{10D65}\u{16E40}-\u{16E5F}\u{16EA0}-\u{16EB8}]/u
const isKnown = (letter: string): boolean => /[^\p{Cn}\p{Co}\p{Cs}]/u.test(letter) && !CASED_LATER.test(letter)
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => String.fromCodePoint(from + at)).filter(isKnown)

/** Texts of mixed scripts: a block is drawn, then a letter of it, so that small blocks come as often as large ones. */
function mixedTexts(count: number): string[] {
  const letter = fc.oneof(...BLOCKS.map(([from, to]) => fc.constantFrom(...range(from, to))))
  const space = fc.constantFrom(' ', '\u00A0', '\t', '\u2003')
  const unit = fc.oneof({ weight: 8, arbitrary: letter }, { weight: 1, arbitrary: space })
  return fc.sample(fc.string({ unit, maxLength: 40 }), { numRuns: count, seed: 4 })
}

describe('fold', () => {
  test.each(cases)('$why', async ({ text, folded }) => {
    expect(await inSql('fold', [text, folded])).toEqual([folded, folded])
  })

  test('equals `fold` of the browser, for texts of mixed scripts', async () => {
    const texts = mixedTexts(6000)
    expect(new Set(texts).size).toBeGreaterThan(5000)
    const folded = await inSql('fold', texts)
    expect(texts.map((text, at) => ({ text, folded: folded[at] }))).toEqual(
      texts.map((text) => ({ text, folded: fold(text) })),
    )
    expect(await inSql('fold', folded)).toEqual(folded)
  })

  test('and for every letter that both know', async () => {
    const { rows } = await db.execute<{ letter: string; folded: string }>(sql`
      select letter, public.fold(letter) as folded
      from unnest(${sql.param(range(0x20, 0x1ffff))}::text[]) as letter where unicode_assigned(letter)`)
    expect(rows.length).toBeGreaterThan(80_000)
    expect(rows.filter(({ letter, folded }) => fold(letter) !== folded)).toEqual([])
  })
})

describe('the words of a text', () => {
  test('equal those of the browser', async () => {
    const texts = [...cases.map(({ text }) => text), ...mixedTexts(3000)]
    const words = texts.map(foldedWords)
    const parted = await inSql('fold_words', texts)
    expect(parted.map((text) => text.split(' ').filter(Boolean).length)).toEqual(words.map(({ length }) => length))
    expect(
      await inSql(
        'fold_words',
        words.map((some) => some.join(' ')),
      ),
    ).toEqual(parted)
  })
})

describe('the hash of title and author', () => {
  test('is equal for texts that people consider equal', async () => {
    expect(await hash('Les Misérables', 'Victor Hugo')).toBe(await hash(' les  miserables ', 'VICTOR HUGO'))
    expect(await hash('Candide')).toBe(await hash('CANDIDE', ''))
  })

  test('keeps title and author apart', async () => {
    expect(await hash('ab', 'c')).not.toBe(await hash('a', 'bc'))
    expect(await hash('ab', '')).not.toBe(await hash('a', 'b'))
    expect(await hash('a', 'b')).not.toBe(await hash('b', 'a'))
  })
})

test('names are the same author by one rule, here and in the database', async () => {
  const initials = fc.array(fc.constantFrom('J', '.', ' ', 'é', '۔', 'Kateb', 'كاتب'), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(fc.array(initials, { minLength: 20, maxLength: 20 }), async (drawn) => {
      const names = ['J.R.R. Tolkien', 'J. R. R.  Tolkien', '...', '.', '', ...drawn.map((parts) => parts.join(''))]
      expect(names.map(authorKey)).toEqual(await inSql('author_key', names))
    }),
    { numRuns: 20 },
  )
})
