import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { locales } from '#base/i18n/locale.ts'
import { recordedActionsOf } from '#base/lib/noun.ts'
import { NOUNS, RECORDED } from '#nouns.ts'
import { activityFilterSchema } from './activity-search.schema.ts'

/** The recorded actions, such as `book.create`; `update` is any change without a name of its own. */
export const ACTIONS = recordedActionsOf(NOUNS)

const personSchema = z.object({
  id: z.nullable(z.uuid()),
  /** Name or else address; null for a former user. */
  name: z.nullable(z.string()),
})

/** A genre, or a group of borrowers, before or after a change; without a name if it was deleted. */
const genreValueSchema = z.object({
  name: z.string(),
  slug: z.nullable(z.string()),
  names: z.nullable(z.partialRecord(z.enum(locales), z.optional(z.string()))),
})
/** A list of texts, or of names and values. */
export const listValueSchema = z.union([
  z.array(z.string()),
  z.array(z.object({ name: z.string(), value: z.string() })),
])
const activityValueSchema = z.nullable(
  z.union([z.string(), z.boolean(), z.number(), z.date(), genreValueSchema, listValueSchema]),
)
export type ActivityValue = z.infer<typeof activityValueSchema>

/** A recorded change of a book, a user or another noun. */
const activitySchema = z.object({
  id: z.number(),
  at: z.date(),
  /** `operator`: by the command line; `system`: by Maktaba itself. */
  actor: z.extend(personSchema, { kind: z.enum(['person', 'operator', 'system']) }),
  /** The user whom the actor impersonated. */
  inNameOf: z.nullable(personSchema),
  action: z.enum(ACTIONS),
  subject: z.object({
    kind: z.enum(RECORDED),
    id: z.uuid(),
    /** The name at that time; null for a former user or borrower. */
    name: z.nullable(z.string()),
    isThere: z.boolean(),
  }),
  /** For an import or a bulk change whose books are known: `undo` where it can be undone and the caller may, else `report`. */
  bulk: z.nullable(z.enum(['undo', 'report'])),
  /** `possible` if the caller can undo it, `done` if it was undone, else null. */
  undo: z.nullable(z.enum(['possible', 'done'])),
  /** The changed fields by their names in forms; `genre` for its id. Empty fields of a new item are omitted. */
  changes: z.array(z.object({ field: z.string(), before: activityValueSchema, after: activityValueSchema })),
})
export type Activity = z.infer<typeof activitySchema>
/** An entry without what depends on the caller. */
export type ActivityEntry = Omit<Activity, 'bulk' | 'undo'> & { undoneAt: Date | null }

export const activityPageInputSchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: problemKey('cursor_invalid') }))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
})

export const activityOfInputSchema = z.extend(activityPageInputSchema, { kind: z.enum(RECORDED), id: z.uuid() })

/** Newest first. */
export const activityPageSchema = z.object({ items: z.array(activitySchema), nextCursor: z.nullable(z.string()) })
export type ActivityPage = z.infer<typeof activityPageSchema>

const lineFilter = { ...activityPageInputSchema.shape, ...activityFilterSchema.shape }

/** Entries of a filter; with `lastId` none that are older, such as those of a burst. */
export const activityListInputSchema = z.object({ ...lineFilter, lastId: z.optional(z.int()) })

export const activityLinesInputSchema = z.object(lineFilter)

/** `count` is above 1 for the newest of a burst of equal changes, whose oldest entry is `lastId`. */
const activityLineSchema = z.extend(activitySchema, { count: z.number(), lastId: z.number() })
export type ActivityLine = z.infer<typeof activityLineSchema>

/** The latest activity, newest first. */
export const recentActivitySchema = z.object({ items: z.array(activityLineSchema) })

/** Newest first; the next page begins below `nextCursor`. The total is not counted. */
export const activityLinesSchema = z.object({
  items: z.array(activityLineSchema),
  nextCursor: z.nullable(z.string()),
  total: z.null(),
})

/** Users who can be chosen as the person of a filter. */
export const activityActorsSchema = z.array(personSchema)
