import * as z from 'zod/mini'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'

// What better-auth answers here: it has no schemas of its answers.

const EXAMPLE_ID = '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182'
const EXAMPLE_TIME = '2026-11-02T08:15:30.000Z'

const done = withDescription(z.boolean(), 'It is done.', true)
const userId = withDescription(z.uuid(), 'Id of the user.', EXAMPLE_ID)

/** Stands for a user of `/api/v1` without what better-auth does not know: `authUser` describes it. */
const user = withSchemaName('AuthUser', '', z.object({}))

const sessionSchema = withSchemaName(
  'AuthSession',
  'A session. Its token stands in the cookie alone.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the session.', '01a1fc5f-3ab8-7a44-8c10-5d1e2f3a4b5c'),
    userId: withDescription(z.uuid(), 'Id of its user.', EXAMPLE_ID),
    createdAt: withDescription(z.date(), 'When it began.', EXAMPLE_TIME),
    updatedAt: withDescription(z.date(), 'When it was prolonged last.', EXAMPLE_TIME),
    expiresAt: withDescription(z.date(), 'When it ends unless it is prolonged.', '2026-12-02T08:15:30.000Z'),
    ipAddress: withDescription(z.nullable(z.string()), 'Address of the sign-in.', '192.0.2.17'),
    userAgent: withDescription(z.nullable(z.string()), 'What the browser says of itself.', 'Mozilla/5.0'),
    impersonatedBy: withDescription(z.nullable(z.uuid()), 'Id of the manager who impersonates this user.', null),
  }),
)

export const sessionAndUserSchema = withSchemaName(
  'AuthSessionAndUser',
  'A session and whose it is.',
  z.object({ session: sessionSchema, user }),
)

export const signedInSchema = withSchemaName(
  'SignedIn',
  'Who has signed in; the session stands in the cookie.',
  z.object({ user }),
)

export const wayToProviderSchema = withSchemaName(
  'WayToProvider',
  'Where to send the browser.',
  z.object({
    url: withDescription(z.url(), 'Page of the provider.', 'https://github.com/login/oauth/authorize?state=x'),
    redirect: withDescription(z.boolean(), 'The browser should go there.', true),
  }),
)

export const doneSchema = withSchemaName('AuthDone', 'It is done.', z.object({ success: done }))
export const statusSchema = withSchemaName('AuthStatus', 'It is done.', z.object({ status: done }))
export const deletedSchema = withSchemaName(
  'AuthDeleted',
  'The account is deleted.',
  z.object({ success: done, message: withDescription(z.string(), 'The same in words.', 'User deleted') }),
)
export const okSchema = withSchemaName(
  'AuthOk',
  'Sign-in is there.',
  z.object({ ok: withDescription(z.boolean(), 'It is there.', true) }),
)

export const accountSchema = withSchemaName(
  'AuthAccount',
  'A way in by a provider.',
  z.object({
    id: withDescription(z.uuid(), 'Id of the way in.', '01a1fc5f-3ab8-7d21-b3c4-5e6f70819203'),
    providerId: withDescription(z.string(), 'Which provider.', 'github'),
    accountId: withDescription(z.string(), 'Who that is at the provider.', '583231'),
    userId,
    scopes: withDescription(z.array(z.string()), 'Not kept: always empty.', []),
    createdAt: withDescription(z.date(), 'When it was linked.', EXAMPLE_TIME),
    updatedAt: withDescription(z.date(), 'When it was used last.', EXAMPLE_TIME),
  }),
)

export const offsetListSchema = withSchemaName(
  'AuthUserList',
  'Users, by an offset.',
  z.object({
    users: withDescription(z.array(user), 'The users.'),
    total: withDescription(z.int().check(z.minimum(0)), 'How many there are.', 1),
    limit: withDescription(z.optional(z.int()), 'How many were asked for.', 20),
    offset: withDescription(z.optional(z.int()), 'How many were left out before.', 0),
  }),
)

export const passkeyOptionsSchema = withSchemaName(
  'PasskeyOptions',
  'Options of WebAuthn, as JSON: what the browser’s dialog takes.',
  z.object({ challenge: withDescription(z.string(), 'What is to be signed.', 'q1Qm3mZ8zA') }),
)
export const passkeySignedInSchema = withSchemaName(
  'PasskeySignedIn',
  'Who has signed in; the session stands in the cookie.',
  z.object({ user: withDescription(z.object({ id: userId }), 'The user.') }),
)
export const passkeyAddedSchema = withSchemaName(
  'PasskeyAdded',
  'The new passkey.',
  z.object({ id: withDescription(z.uuid(), 'Id of the passkey.', EXAMPLE_ID) }),
)
