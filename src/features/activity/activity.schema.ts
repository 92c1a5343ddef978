import * as z from 'zod/mini'
import { problemKey } from '#i18n/issue-message.ts'
import { recordedActionsOf } from '#lib/noun.ts'
import { NOUNS, RECORDED } from '#nouns.ts'

/** What is recorded, such as `book.create`; an `update` is any change that has no name of its own. */
export const ACTIONS = recordedActionsOf(NOUNS)

const personSchema = z.object({
  id: z.nullable(z.uuid()),
  /** Name or else address; null for a former user. */
  name: z.nullable(z.string()),
})

/** A genre that a book had or got; without a name when it is no longer there. */
const genreValueSchema = z.object({ name: z.string(), slug: z.nullable(z.string()) })
const activityValueSchema = z.nullable(z.union([z.string(), z.boolean(), z.number(), z.date(), genreValueSchema]))
export type ActivityValue = z.infer<typeof activityValueSchema>

/** Something that was done to a book, a user or another noun that is recorded. */
const activitySchema = z.object({
  id: z.number(),
  at: z.date(),
  /** `operator`: by the command line; `system`: by Maktaba itself. */
  actor: z.extend(personSchema, { kind: z.enum(['person', 'operator', 'system']) }),
  /** Through whose eyes the actor, a manager, looked meanwhile. */
  inNameOf: z.nullable(personSchema),
  action: z.enum(ACTIONS),
  subject: z.object({
    kind: z.enum(RECORDED),
    id: z.uuid(),
    /** At that time; null for a former user. */
    name: z.nullable(z.string()),
    isThere: z.boolean(),
  }),
  /** The fields that were changed, as a form names them; `genre` for its id. Empty texts of something new are left out. */
  changes: z.array(z.object({ field: z.string(), before: activityValueSchema, after: activityValueSchema })),
})
export type Activity = z.infer<typeof activitySchema>

export const activityPageInputSchema = z.object({
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}$/, { error: problemKey('cursor_invalid') }))),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
})

export const activityOfInputSchema = z.extend(activityPageInputSchema, { kind: z.enum(RECORDED), id: z.uuid() })

/** Newest first. */
export const activityPageSchema = z.object({ items: z.array(activitySchema), nextCursor: z.nullable(z.string()) })
export type ActivityPage = z.infer<typeof activityPageSchema>

/** What was done lately, newest first. `count` is more than 1 for a burst of equal changes: its newest stands for all. */
export const recentActivitySchema = z.object({ items: z.array(z.extend(activitySchema, { count: z.number() })) })
export type RecentActivity = z.infer<typeof recentActivitySchema>
