import * as z from 'zod/mini'
import { emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { ROLE_NAMES, roleSchema } from '#auth/role.schema.ts'
import { listedSessionSchema } from '#auth/session-list.schema.ts'
import { bookListInputSchema, searchTermSchema } from '#features/book/book.schema.ts'
import { locales } from '#i18n/locale.ts'
import { now } from '#lib/clock.ts'
import { hasControlCharacter, isOneLine, turnsDirection } from '#lib/text.ts'
import { userSortSchema, userStateSchema } from './user-search.schema.ts'

/** A user as managers read them; nothing secret. `name` is empty until onboarding; `role` may hold several, with commas. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  role: z.string(),
  banned: z.boolean(),
  banReason: z.nullable(z.string()),
  banExpires: z.nullable(z.date()),
  onboardedAt: z.nullable(z.date()),
  createdAt: z.date(),
  updatedAt: z.date(),
})
export type User = z.infer<typeof userSchema>

/** What a change answers: whether the person was told by mail; null where there was nothing to tell. */
export const toldSchema = z.object({ isTold: z.nullable(z.boolean()) })
export const toldUserSchema = z.extend(userSchema, toldSchema.shape)

/** A name, or '' for one that the person gives at the first sign-in. */
const nameOrNoneSchema = z.string().check(
  z.trim(),
  z.check((context) => {
    const read = context.value === '' ? undefined : nameSchema.safeParse(context.value)
    for (const issue of read?.error?.issues ?? []) {
      const { code, message } = issue
      const input = context.value
      context.issues.push(
        code === 'too_big' ? { ...issue, code, input, origin: 'string' } : { code: 'custom', message, input },
      )
    }
  }),
)

/** What a manager says about a user. Messages are keys of messages/. */
export const userInputSchema = z.object({
  name: z._default(nameOrNoneSchema, ''),
  email: emailSchema,
  role: z._default(roleSchema, 'user'),
})
export type UserInput = z.infer<typeof userInputSchema>

/** A new user; `language` is that of the invitation, without it the one at hand. */
export const userCreateSchema = z.extend(userInputSchema, { language: z.optional(z.enum(locales)) })

// Not zod's own: it would come with every first visit.
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const writtenMoment = z.string().check(z.refine((value) => MOMENT.test(value) && !Number.isNaN(Date.parse(value))))

/** A moment, as a date or as JSON holds one. */
const momentSchema = z.pipe(
  z.pipe(
    z.union([z.date(), writtenMoment], {
      error: ({ input }) => (input === undefined ? 'validation_required' : 'validation_invalid'),
    }),
    z.transform((value) => new Date(value)),
  ),
  z.date(),
)

export const userIdSchema = z.object({ id: z.string() })
export const userSessionIdSchema = z.object({ id: z.string(), sessionId: z.string() })

/** A change of a user; what is not given stays. `updatedAt` is the version that it started from. */
export const userUpdateSchema = z.object({
  ...userIdSchema.shape,
  updatedAt: momentSchema,
  name: z.optional(nameOrNoneSchema),
  email: z.optional(emailSchema),
  role: z.optional(roleSchema),
})

export const BAN_REASON_MAX = 200
/** A date that is further off cannot be stored. */
const LONGEST_BAN_MS = 100 * 365 * 24 * 3_600_000

/** A ban: why, for the person to read, and until when; without a time until it is lifted. */
export const banSchema = z.object({
  ...userIdSchema.shape,
  reason: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(BAN_REASON_MAX),
      z.refine((value) => !hasControlCharacter(value) && !turnsDirection(value) && isOneLine(value), {
        error: 'text_invalid',
      }),
    ),
    '',
  ),
  until: z._default(
    z.nullable(
      momentSchema.check(
        z.check(({ value, issues }) => {
          const at = now().getTime()
          const common = { origin: 'date', input: value, inclusive: true } as const
          if (value.getTime() <= at)
            issues.push({ ...common, code: 'too_small', minimum: at, message: 'validation_date_min' })
          else if (value.getTime() > at + LONGEST_BAN_MS)
            issues.push({ ...common, code: 'too_big', maximum: at + LONGEST_BAN_MS, message: 'validation_date_max' })
        }),
      ),
    ),
    null,
  ),
})

export const invitationSchema = z.object({ ...userIdSchema.shape, language: z.optional(z.enum(locales)) })
export const userSessionsSchema = z.array(listedSessionSchema)

/** Which users a list is of. */
export const userFilterSchema = z.object({
  searchTerm: searchTermSchema,
  /** Who has this role, beside others or alone. */
  role: z.optional(z.enum(ROLE_NAMES)),
  state: z.optional(userStateSchema),
})
export type UserFilter = z.input<typeof userFilterSchema>

const { cursor, limit } = bookListInputSchema.shape
export const userListInputSchema = z.extend(userFilterSchema, { sort: userSortSchema, cursor, limit })
export type UserListInput = z.input<typeof userListInputSchema>

export const userListSchema = z.object({
  items: z.array(userSchema),
  nextCursor: z.nullable(z.string()),
  total: z.number(),
})

/** A page that does not wait for its total: null where it is still being counted. */
export const userPageSchema = z.extend(userListSchema, { total: z.nullable(z.number()) })
