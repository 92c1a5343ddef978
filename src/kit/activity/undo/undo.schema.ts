import * as z from 'zod/mini'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { RECORDED } from '#nouns.ts'
import { activityFilterSchema } from '../activity-search.schema.ts'

/** The id of an entry in a path; a malformed one is NOT_FOUND, not invalid. */
export const entryIdSchema = z.strictObject({
  id: withDescription(z.string(), 'Id of the entry of the activity.', '4711'),
})

/** An item that the caller has just changed. */
export const changedItemSchema = z.strictObject({ kind: z.enum(RECORDED), id: z.uuid() })

const notUndoneSchema = z.object({
  field: withDescription(
    z.nullable(z.string()),
    'The field that stays as it is; null where nothing could be done.',
    'title',
  ),
  reason: withDescription(
    z.enum(['changed', 'gone', 'genre_gone', 'taken', 'refused']),
    '`changed`: somebody has changed it since; `gone`: the item was deleted; `genre_gone`: its former genre was deleted; `taken`: another book has that title and author by now, or another user that address; `refused`: a rule forbids it.',
    'changed',
  ),
  message: withDescription(
    z.string(),
    'The same as a sentence, in the language of the request.',
    'The title was changed since',
  ),
})
export type NotUndone = z.infer<typeof notUndoneSchema>

/**
 * A burst of the activity: the entries of a filter that are like that of `id`, the newest, down to `lastId`. `from` is
 * where an undo goes on.
 */
export const burstInputSchema = z.strictObject({
  ...activityFilterSchema.shape,
  id: z.int(),
  lastId: z.int(),
  from: z.optional(z.int()),
})

/** What was taken back of a part of a burst; `next` is the `from` of the next part, null at the end. */
export const undoneBurstSchema = z.object({
  undone: z.number(),
  /** The items that stay as they are, wholly or in part; a former user has no name. */
  kept: z.array(z.object({ name: z.nullable(z.string()), message: z.string() })),
  next: z.nullable(z.number()),
})
export type UndoneBurst = z.infer<typeof undoneBurstSchema>

export const undoneSchema = withSchemaName(
  'Undone',
  'What was taken back, and what was not.',
  z.object({
    fields: withDescription(z.array(z.string()), 'The fields that have their former values again.', ['author']),
    kept: withDescription(z.array(notUndoneSchema), 'What stays as it is, and why.', []),
  }),
)
export type Undone = z.infer<typeof undoneSchema>
