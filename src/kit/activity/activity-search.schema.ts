import * as z from 'zod/mini'
import { searchTermSchema, typedTermSchema } from '#base/lib/list/list-input.ts'
import { RECORDED } from '#nouns.ts'

/** The kinds of change that the activity can be narrowed to. `access`: roles and bans. */
export const CHANGE_KINDS = ['create', 'update', 'delete', 'import', 'bulk', 'merge', 'access'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Who made a change: the id of a user, `operator` (command line) or `system` (Maktaba itself). */
const actorSchema = z.union([z.enum(['operator', 'system']), z.uuid()])

/** A day of the visitor's time zone, such as 2026-03-12. */
export const daySchema = z.iso.date().check(z.refine((day) => day >= '1970' && day < '9000'))

const narrowing = {
  actor: z.optional(actorSchema),
  change: z.optional(z.enum(CHANGE_KINDS)),
  kind: z.optional(z.enum(RECORDED)),
  /** The first and the last day. */
  from: z.optional(daySchema),
  to: z.optional(daySchema),
}

/** What the activity is narrowed to; `searchTerm` finds words in the names of the changed. */
export const activityFilterSchema = z.object({ searchTerm: searchTermSchema, ...narrowing })
export type ActivityFilter = z.output<typeof activityFilterSchema>

/** The search parameters of the page; invalid ones are ignored. */
export const activitySearchSchema = z.object({
  searchTerm: typedTermSchema,
  actor: z.catch(narrowing.actor, undefined),
  change: z.catch(narrowing.change, undefined),
  kind: z.catch(narrowing.kind, undefined),
  from: z.catch(narrowing.from, undefined),
  to: z.catch(narrowing.to, undefined),
})
