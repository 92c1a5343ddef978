import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { withDescription } from '../schema-meta.ts'
import { wholeNumber } from './list-input.ts'

// Input and output that the pages of all lists have in common.

export const PAGE_SIZE = 20

/** Cursor and length of a page. */
export const pageInput = {
  cursor: z.optional(
    withDescription(
      z.string().check(z.maxLength(2000, { error: problemKey('cursor_invalid') })),
      'The `nextCursor` of the page before; without it the list begins. Everything else must be as it was there.',
      'WyJuZWRqbWEiLCIwMWExZmM1ZiJd',
    ),
  ),
  limit: z._default(withDescription(wholeNumber(1, 100), 'How many rows a page has at most.', 20), PAGE_SIZE),
}

export const nextCursorSchema = withDescription(
  z.nullable(z.string()),
  'Give it as `cursor` for the next page; null on the last one.',
  'WyJuZWRqbWEiLCIwMWExZmM1ZiJd',
)

/** A page with its total, or null while that is being counted. */
export const pageSchema = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({ items: z.array(item), nextCursor: z.nullable(z.string()), total: z.nullable(z.number()) })
