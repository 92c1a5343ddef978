import type { $ZodType } from 'zod/v4/core'
import { codeSchema, signInEmailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'
import { passkeySchemas } from './openapi-auth-passkeys.ts'
import { tidy, zodConverter } from './openapi-schema.server.ts'
import { schemaRef, type JsonSchema } from './openapi-types.ts'

const EXAMPLE_ID = '01a1fc5f-3ab8-7b10-a1c2-3d4e5f607182'
const TIME = '2026-11-02T08:15:30.000Z'

/** A field of these schemas: what it is, and an example. */
const field = (schema: JsonSchema, description: string, example: unknown): JsonSchema => ({
  ...schema,
  description,
  examples: [example],
})
/** A field that is sent, with the limits of the schema that checks it. */
const checked = (schema: $ZodType, description: string, example: unknown): JsonSchema =>
  field(tidy(JSON.parse(JSON.stringify(zodConverter.convert(schema, { strategy: 'input' })[1]))), description, example)

const text = { type: 'string' }
const textOrNull = { type: ['string', 'null'] }
const yesOrNo = { type: 'boolean' }
const id = { type: 'string', format: 'uuid' }
const time = { type: 'string', format: 'date-time' }

const object = (description: string, properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
  type: 'object',
  description,
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
})

/** What is sent: the fields that are named reach better-auth, and no others. */
const input = (description: string, properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => {
  const { required = [], ...schema } = object(description, properties, optional)
  return required.length > 0 ? { ...schema, required } : schema
}

const email = checked(signInEmailSchema, 'Address, in any letter case.', 'amina@example.org')
const personName = checked(nameSchema, 'Name, as others see it.', 'Amina Khamis')
const user = { description: 'The user.', ...schemaRef('AuthUser') }
const userId = field(id, 'Id of the user.', EXAMPLE_ID)

/** A user without what better-auth does not know, and with an image that is always null. */
function authUser({ properties: all = {}, required = [], ...whole }: JsonSchema) {
  const { invitedAt: _invitedAt, version: _version, ...properties } = all
  return {
    ...whole,
    description: 'A user, as `/api/auth` answers it.',
    properties: { ...properties, image: field({ type: 'null' }, 'Not kept: always null.', null) },
    required: required.filter((name) => name in properties),
  }
}

/** The schemas of `/api/auth`; `whole` is a user of `/api/v1`. */
export const authSchemas = (whole: JsonSchema): Record<string, JsonSchema> => ({
  ...passkeySchemas,
  AuthUser: authUser(whole),
  AuthSession: object('A session. Its token stands in the cookie alone.', {
    id: field(id, 'Id of the session.', '01a1fc5f-3ab8-7a44-8c10-5d1e2f3a4b5c'),
    userId: field(id, 'Id of its user.', EXAMPLE_ID),
    createdAt: field(time, 'When it began.', TIME),
    updatedAt: field(time, 'When it was prolonged last.', TIME),
    expiresAt: field(time, 'When it ends unless it is prolonged.', '2026-12-02T08:15:30.000Z'),
    ipAddress: field(textOrNull, 'Address of the sign-in.', '192.0.2.17'),
    userAgent: field(textOrNull, 'What the browser says of itself.', 'Mozilla/5.0'),
    impersonatedBy: field(
      { type: ['string', 'null'], format: 'uuid' },
      'Id of the manager who impersonates this user.',
      null,
    ),
  }),
  AuthSessionAndUser: object('A session and whose it is.', {
    session: { description: 'The session.', ...schemaRef('AuthSession') },
    user,
  }),
  SignedIn: object('Who has signed in; the session stands in the cookie.', { user }),
  WayToProvider: object('Where to send the browser.', {
    url: field({ ...text, format: 'uri' }, 'Page of the provider.', 'https://github.com/login/oauth/authorize?state=x'),
    redirect: field(yesOrNo, 'The browser should go there.', true),
  }),
  AuthDone: object('It is done.', { success: field(yesOrNo, 'It is done.', true) }),
  AuthStatus: object('It is done.', { status: field(yesOrNo, 'It is done.', true) }),
  AuthDeleted: object('The account is deleted.', {
    success: field(yesOrNo, 'It is done.', true),
    message: field(text, 'The same in words.', 'User deleted'),
  }),
  AuthOk: object('Sign-in is there.', { ok: field(yesOrNo, 'It is there.', true) }),
  AuthAccount: object('A way in by a provider.', {
    id: field(id, 'Id of the way in.', '01a1fc5f-3ab8-7d21-b3c4-5e6f70819203'),
    providerId: field(text, 'Which provider.', 'github'),
    accountId: field(text, 'Who that is at the provider.', '583231'),
    userId,
    scopes: field({ type: 'array', items: text }, 'Not kept: always empty.', []),
    createdAt: field(time, 'When it was linked.', TIME),
    updatedAt: field(time, 'When it was used last.', TIME),
  }),
  AuthUserList: object(
    'Users, by an offset.',
    {
      users: { description: 'The users.', type: 'array', items: schemaRef('AuthUser') },
      total: field({ type: 'integer', minimum: 0 }, 'How many there are.', 1),
      limit: field({ type: 'integer' }, 'How many were asked for.', 20),
      offset: field({ type: 'integer' }, 'How many were left out before.', 0),
    },
    ['limit', 'offset'],
  ),
  CodeRequest: input('An address to mail a code to.', {
    email,
    type: field({ ...text, const: 'sign-in' }, 'What the code is for.', 'sign-in'),
  }),
  CodeSignIn: input('A code that was mailed.', {
    email,
    otp: checked(codeSchema, 'The code of six digits.', '042137'),
  }),
  ProviderSignIn: input('Which provider, and where to go then.', {
    provider: field(text, '`github`, `google` or `oidc`, where it is configured.', 'github'),
    callbackURL: field({ ...text, pattern: '^/' }, 'Path of this site to come back to.', '/app'),
  }),
  CardSignIn: input('The code of a sign-in card.', {
    code: field({ ...text, maxLength: 300 }, 'Twelve letters and digits.', '7K3Q-9XWD-M2TH'),
  }),
  SetupSignIn: input('Who becomes the first manager.', {
    proof: field({ ...text, maxLength: 64 }, 'What the page `/setup` holds.', 'x9Zr'),
    code: field({ ...text, maxLength: 100 }, 'The code of the terminal, where the page asks for one.', 'K7Q2MD'),
    name: personName,
    email,
  }),
  DemoSignIn: input('Which of the two people of the demo.', {
    person: field({ ...text, enum: ['manager', 'reader'] }, 'Who to be.', 'reader'),
  }),
  NameChange: {
    ...input('A new name.', { name: personName }),
    additionalProperties: false,
  },
  AuthNothing: input('Nothing: the body may be left out.', {}),
})
