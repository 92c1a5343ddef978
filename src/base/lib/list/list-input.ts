import * as z from 'zod/mini'
import { problemKey, problemsOf } from '#base/i18n/issue-message.ts'
import { problemText } from '#base/i18n/problem-text.ts'
import { hasControlCharacter, printable } from '../search/text.ts'

// Input that the lists of all nouns have in common.

/** Text to search or filter by: trimmed, without control characters, of bounded length. */
export const filterText = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    // U+FFFD is what an address that is no UTF-8 becomes.
    z.refine((value) => !hasControlCharacter(value) && !value.includes('\uFFFD'), {
      error: problemKey('text_invalid'),
    }),
  )

/** A whole number, or its digits as in a URL. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]), z.transform(Number)),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  )

/** A search term: at most 200 characters, without control characters. */
export const searchTermSchema = z._default(filterText(200), '')

/** A search term in a URL: keeps an invalid one, so that the page can show its error. */
export const typedTermSchema = z.catch(z._default(z.string().check(z.overwrite(printable)), ''), '')

/** The error message for a search term; undefined for a valid one. */
export function searchProblem(term: string): string | undefined {
  const { error } = searchTermSchema.safeParse(term)
  const problem = error && problemsOf(error.issues)['']
  return problem && problemText(problem)
}
