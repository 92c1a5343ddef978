import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { genreWord } from '#catalogue/genre/genre-name.words.ts'
import { projectRoot } from '#base/lib/project-root.server.ts'
import genres from '../db/seed/genres.json' with { type: 'json' }
import { locales, type Locale } from './locale.ts'
import { withLocale } from './request-locale.server.ts'
import { problemKeys, problemText, type ProblemKey } from './problem-text.ts'

const sources = globSync('src/**/*.{ts,tsx}', { cwd: projectRoot })
  .filter((path) => !/\.test\.|src\/test\/|paraglide|\.gen\./.test(path))
  .map((path) => ({ path, text: readFileSync(join(projectRoot, path), 'utf8') }))
const named = (pattern: RegExp, from = sources) =>
  [...new Set(from.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name = '']) => name)))].toSorted()
const inAll = (say: () => string) => locales.map((locale) => withLocale(locale, say))

describe('the keys of problems', () => {
  const schemas = sources.filter(({ path }) => path.endsWith('.schema.ts'))

  // A plain string would be shown as 'Invalid input': only arguments of `problemKey` and `required` are checked.
  test('are typed in every schema', () => {
    expect(schemas.length).toBeGreaterThanOrEqual(4)
    expect(named(/\b(?:problemKey|required)\('(\w+)'\)/g, schemas).length).toBeGreaterThanOrEqual(15)
    expect(named(/\berror: ['"`](\w+)/g, schemas)).toEqual([])
  })

  test('are different in every language', () => {
    // Written by the server already.
    for (const key of problemKeys().filter((one) => one !== 'in_words')) {
      const said = inAll(() => problemText({ key, params: { limit: 3 } }))
      expect([key, new Set(said).size]).toEqual([key, 4])
      if (key !== 'validation_invalid') expect([key, said[0]]).not.toEqual([key, 'Invalid input'])
    }
  })

  // Section 5 of the specification, word for word.
  test.each<[ProblemKey, string]>([
    ['email_required', 'Email is required'],
    ['email_invalid', 'Email is invalid'],
    ['code_required', 'Code is required'],
    ['code_invalid', 'Code is invalid'],
    ['code_length', 'Code should be 6 characters'],
    ['name_required', 'Name is required'],
    ['name_invalid', 'Name is invalid'],
    ['title_required', 'Title is required'],
    ['title_taken', 'Title already used with the same author'],
    ['genre_taken', 'Genre already exists'],
    ['email_taken', 'Email already used'],
  ])('%s says "%s"', (key, sentence) => {
    expect(withLocale('en', () => problemText({ key }))).toBe(sentence)
  })
})

describe('the words of genres', () => {
  const wordsOf = (locale: Locale) =>
    genres.map(({ slug }) => withLocale(locale, () => genreWord({ slug, name: slug, names: null })))

  test.each(locales)('exist in %s, all different', (locale) => {
    const words = wordsOf(locale)
    expect(words.filter((word, index) => word === genres[index]?.slug)).toEqual([])
    expect(new Set(words).size).toBe(genres.length)
  })

  test('are not needed for a library’s own genre', () => {
    expect(genreWord({ slug: null, name: 'Chess', names: null })).toBe('Chess')
    expect(genreWord({ slug: 'chess', name: 'Chess', names: null })).toBe('Chess')
  })
})
