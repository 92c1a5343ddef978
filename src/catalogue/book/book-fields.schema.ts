import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { languageCode } from '#base/i18n/languages.ts'
import { now } from '#base/lib/clock.ts'
import { plainLine, requiredLine } from '#base/lib/form/line-schema.ts'
import { isIsbn, readIsbn } from '#base/lib/isbn.ts'

import { SUBJECT_MAX } from './search/book-search.schema.ts'

// The optional fields of a book that are more than a line of text.

export const EDITION_MAX = 100
export const ISBNS_MAX = 10
export const SUBJECTS_MAX = 20
export const DETAILS_MAX = 30
export const DETAIL_NAME_MAX = 100
export const DETAIL_VALUE_MAX = 1000
export const YEAR_MIN = 1000
const PAGES_MAX = 100_000

/** What a year may be at most: books are announced for the year after the next one. */
export const yearMax = (): number => now().getFullYear() + 2

const withoutRepetitions = (texts: string[]): string[] => [...new Set(texts)]

/** ISBNs in any writing, which become their 13 digits. */
export const isbnsSchema = z
  .array(
    z.string().check(
      z.maxLength(50),
      z.overwrite((text) => readIsbn(text) ?? text.trim()),
      z.refine(isIsbn, { error: problemKey('isbn_invalid') }),
    ),
  )
  .check(z.overwrite(withoutRepetitions), z.maxLength(ISBNS_MAX))

export const yearSchema = z.nullable(
  z.int().check(
    z.minimum(YEAR_MIN),
    z.maximum(9999),
    z.refine((year) => year <= yearMax(), { error: problemKey('year_late') }),
  ),
)

/** A code of ISO 639, which becomes the shortest one of its language. */
export const languageSchema = z.nullable(
  z.string().check(
    z.maxLength(50),
    z.overwrite((text) => languageCode(text.trim()) ?? text.trim()),
    z.refine((code) => languageCode(code) !== undefined, { error: problemKey('language_unknown') }),
  ),
)

export const pagesSchema = z.nullable(z.int().check(z.minimum(1), z.maximum(PAGES_MAX)))

export const subjectsSchema = z.array(plainLine(SUBJECT_MAX)).check(
  z.overwrite((subjects) => withoutRepetitions(subjects.filter((one) => one !== ''))),
  z.maxLength(SUBJECTS_MAX),
)

/** Names and values that no other field holds, in their order; a name may come more than once. */
export const detailsSchema = z
  .array(
    z.strictObject({
      name: requiredLine(DETAIL_NAME_MAX, 'detail_name_required'),
      value: plainLine(DETAIL_VALUE_MAX),
    }),
  )
  .check(
    z.overwrite((details) => details.filter(({ value }) => value !== '')),
    z.maxLength(DETAILS_MAX),
  )
