import * as z from 'zod/mini'
import { queriedVersionInput } from '#base/lib/list/version-input.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { bookIdSchema } from '../book.schema.ts'
import { EXAMPLE_COVER } from './cover-name.schema.ts'

/** Bytes and pixels of a picture, at most; what a browser sends is 480 pixels wide, and some 40 kB. */
export const COVER_LIMIT = 300 * 1024
export const MOST_PIXELS = { width: 2000, height: 3000 }
/** Pixels of the shorter side, at least, and how many times the longer side is as long, at most: no book has another shape. */
export const LEAST_PIXELS = 50
export const MOST_TIMES = 4

const cover = withDescription(z.string(), 'Name of the picture, made of its bytes and size.', EXAMPLE_COVER)

/** A picture that was stored. */
export const coverImageSchema = withSchemaName(
  'CoverImage',
  'A picture of a cover that was stored.',
  z.object({ cover }),
)

/** The name of a picture in a path; an unknown one is NOT_FOUND. */
export const coverPathSchema = z.strictObject({ cover })

/** A book whose picture is set or removed. */
export const bookCoverSchema = z.extend(bookIdSchema, { version: z.optional(queriedVersionInput('book')) })
