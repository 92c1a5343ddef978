import * as z from 'zod/mini'
import { problemKey, problemsOf } from '#i18n/issue-message.ts'
import { problemText } from '#i18n/problem-text.ts'
import { withDescription } from './schema-meta.ts'
import { hasControlCharacter, printable } from './text.ts'

// Input that the lists of all nouns have in common.

/** Text to search or filter by: trimmed, without control characters, of bounded length. */
export const filterText = (max: number) =>
  z.string().check(
    z.trim(),
    z.maxLength(max),
    z.refine((value) => !hasControlCharacter(value), { error: problemKey('text_invalid') }),
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

export const PAGE_SIZE = 20

/** Number of rows: a number, or digits as in a URL. */
const limitSchema = z.pipe(
  z.pipe(z.union([z.number(), z.string().check(z.regex(/^-?\d+$/))]), z.transform(Number)),
  z.int().check(z.minimum(1), z.maximum(100)),
)

/** Cursor and length of a page. */
export const pageInput = {
  cursor: z.optional(
    withDescription(
      z.string().check(z.maxLength(2000, { error: problemKey('cursor_invalid') })),
      'The `nextCursor` of the page before; without it the list begins. Everything else must be as it was there.',
      'WyJuZWRqbWEiLCIwMWExZmM1ZiJd',
    ),
  ),
  limit: z._default(withDescription(limitSchema, 'How many rows a page has at most.', 20), PAGE_SIZE),
}

export const nextCursorSchema = withDescription(
  z.nullable(z.string()),
  'Give it as `cursor` for the next page; null on the last one.',
  'WyJuZWRqbWEiLCIwMWExZmM1ZiJd',
)

/** A page with its total, or null while that is being counted. */
export const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.nullable(z.number()) })
