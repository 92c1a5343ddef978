import * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { ROLE_NAMES, roleSchema } from '#base/auth/role.schema.ts'
import { EXAMPLE_USER_ID, userIdSchema } from '#base/auth/user-id.schema.ts'
import { forGoodInput } from '#kit/trash/shared/trash.schema.ts'
import { locales } from '#base/i18n/locale.ts'
import { changesOf } from '#base/lib/form/changes-of.ts'
import { searchTermSchema } from '#base/lib/list/list-input.ts'
import { pageInput } from '#base/lib/list/page-input.ts'
import { listSchema } from '#base/lib/list/row-schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'
import { versionInput } from '#base/lib/list/version-input.ts'
import { userSortSchema, userStateSchema } from './list/user-search.schema.ts'

const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

/** A user for managers, without secrets. `name` is empty until onboarding; `role` may hold several, with commas. */
export const userSchema = withSchemaName(
  'User',
  'Somebody who uses the library.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the user.', EXAMPLE_USER_ID),
    name: withDescription(z.string(), 'Name of the user; empty until it was given.', 'Amina Khamis', {
      maxLength: 100,
    }),
    email: withDescription(
      z.nullable(z.string()),
      'Address of the user; null for one without, who signs in by a card.',
      'amina@example.org',
      { format: 'email', maxLength: 254 },
    ),
    emailVerified: withDescription(z.boolean(), 'The address was proven.', true),
    role: withDescription(z.string(), 'Roles of the user, with commas between them.', 'user'),
    banned: withDescription(z.boolean(), 'A ban was made. Whether it still holds, `banExpires` says.', false),
    banReason: withDescription(
      z.nullable(z.string()),
      'Why the user was banned; null where nobody said.',
      'Sent advertisements',
    ),
    banExpires: withDescription(
      z.nullable(z.date()),
      'When the ban ends; null for one that has no end.',
      '2026-12-24T18:00:00.000Z',
    ),
    onboardedAt: withDescription(
      z.nullable(z.date()),
      'When the user entered the library for the first time; null until then.',
      EXAMPLE_TIME,
    ),
    invitedAt: withDescription(
      z.nullable(z.date()),
      'When an invitation was mailed last; null where none was.',
      EXAMPLE_TIME,
    ),
    createdAt: withDescription(z.date(), 'When the user was added.', EXAMPLE_TIME),
    version: withDescription(
      z.int().check(z.minimum(1)),
      'Grows by one with every change; the `ETag` of the user begins with the same number.',
      1,
    ),
    updatedAt: withDescription(z.date(), 'When the user was changed last.', EXAMPLE_TIME),
  }),
)
export type User = z.infer<typeof userSchema>

/** Whether the user was notified by mail; null if there was no reason to. */
export const notifiedSchema = withSchemaName(
  'Told',
  'Whether the person was told.',
  z.object({
    isTold: withDescription(
      z.nullable(z.boolean()),
      'The person was told by mail; false where no mail went out (it failed, or that address has had ten in an hour), null where there was nothing to tell.',
      true,
    ),
  }),
)
export const notifiedUserSchema = withSchemaName(
  'ToldUser',
  'A user after a change, and whether the person was told of it.',
  z.extend(userSchema, notifiedSchema.shape),
)

/** An invitation to be passed on by hand; `isLocal` if its link opens on this computer only. */
export const invitationTextSchema = z.object({ text: z.string(), isLocal: z.boolean() })

/** A name, or '' if onboarding is to ask for it. */
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

// Descriptions for the API's document; kept out of the schemas in `auth/`, which are part of every first visit.
const asName = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withDescription(
    schema,
    'Name of the user; empty for one that the person gives at the first sign-in.',
    'Amina Khamis',
    {
      maxLength: 100,
    },
  )
const asEmail = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withDescription(
    schema,
    'Address of the user, in any letter case; nobody else may have it. Null for somebody without one, who needs a name, and a sign-in card to come in: where the library allows these.',
    'amina@example.org',
  )
const asRole = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withDescription(
    schema,
    'One role or several, as a list or with commas between them: `user`, `desk` for who helps at the desk, while the library lends, or `admin`. Any but `user` needs `user:set-role`, which no API key has.',
    'user',
    {
      anyOf: [
        { type: 'string', pattern: `^(${ROLE_NAMES.join('|')})(,(${ROLE_NAMES.join('|')}))*$` },
        { type: 'array', items: { type: 'string', enum: ROLE_NAMES }, minItems: 1 },
      ],
    },
  )
const asLanguage = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withDescription(schema, 'Language of the invitation; without it the one of this request.', 'fr')

/** The fields of a user that a manager enters. Messages are keys of messages/. */
export const userInputSchema = z.strictObject({
  name: z._default(asName(nameOrNoneSchema), ''),
  email: asEmail(z.nullable(emailSchema)),
  role: z._default(asRole(roleSchema), 'user'),
})
export type UserInput = z.infer<typeof userInputSchema>

/** A new user; `language` is that of the invitation, by default the current one. */
export const userCreateSchema = withSchemaName(
  'UserInput',
  'Somebody to add and to invite.',
  z.extend(userInputSchema, { language: z.optional(asLanguage(z.enum(locales))) }),
)

// Instead of zod's own check, which would add to every first visit.
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/
const writtenMoment = z.string().check(z.refine((value) => MOMENT.test(value) && isDay(value)))

/** Whether the day exists: `Date` parses 30 February as 2 March. */
function isDay(value: string): boolean {
  const [day] = value.split('T')
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(Date.parse(value)) && midnight.toISOString().startsWith(`${day}`)
}

/** A moment, as a date or as JSON holds one. */
export const momentSchema = z.pipe(
  z.pipe(
    z.union([z.date(), writtenMoment], {
      error: ({ input }) => (input === undefined ? 'validation_required' : 'validation_invalid'),
    }),
    z.transform((value) => new Date(value)),
  ),
  z.date(),
)

export const userRemovalSchema = z.extend(userIdSchema, { forGood: forGoodInput() })

export const userUpdateSchema = withSchemaName(
  'UserChange',
  'What changes of a user. A field that is not given stays as it is.',
  z.extend(changesOf(userInputSchema), {
    ...userIdSchema.shape,
    version: z.optional(versionInput('user')),
    updatedAt: z.optional(
      withDescription(
        momentSchema,
        'The `updatedAt` that was read, in place of a `version`: for clients written before users had one.',
        EXAMPLE_TIME,
        { deprecated: true },
      ),
    ),
  }),
)
/** In the browser the version is required, since `If-Match` exists in the REST API only. */
export type UserChange = z.input<typeof userUpdateSchema> & { version: number }

export const invitationSchema = withSchemaName(
  'Invitation',
  'An invitation.',
  z.extend(userIdSchema, { language: z.optional(asLanguage(z.enum(locales))) }),
)

/** The filters of a list of users. */
export const userFilterSchema = z.object({
  searchTerm: searchTermSchema,
  /** Users with this role, possibly among others. */
  role: z.optional(z.enum(ROLE_NAMES)),
  state: z.optional(userStateSchema),
})
export type UserFilter = z.input<typeof userFilterSchema>

// A pure call, so that the schema is dropped from the browser's code: only the server parses this input.
const listInput = () =>
  z.strictObject({
    ...userFilterSchema.shape,
    searchTerm: withDescription(
      userFilterSchema.shape.searchTerm,
      'Words that name or address hold, whatever their case and accents. A word of one or two letters is the beginning of a word there, a longer one any part of one.',
      'amina',
    ),
    role: withDescription(
      userFilterSchema.shape.role,
      'Only users who have this role, alone or beside others.',
      'admin',
    ),
    state: withDescription(
      userFilterSchema.shape.state,
      'Only users whose address was never proven (`unverified`), who have not entered the library yet (`notOnboarded`), who never signed in (`neverSignedIn`), or who are banned now (`banned`).',
      'banned',
    ),
    sort: withDescription(
      userSortSchema,
      'By name and then address; by address; or the newest first. `-desc` and `-asc` turn the order round.',
      'name',
    ),
    ...pageInput,
  })
export const userListInputSchema = /* @__PURE__ */ listInput()
export type UserListInput = z.input<typeof userListInputSchema>

export const userListSchema = listSchema('UserList', 'users', userSchema)

/** A page whose total is null while it is being counted. */
export const userPageSchema = z.extend(userListSchema, { total: z.nullable(z.number()) })
