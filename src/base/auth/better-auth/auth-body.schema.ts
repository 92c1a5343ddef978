import * as z from 'zod/mini'
import { codeSchema, emailSchema, signInEmailSchema } from '#base/auth/credentials.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { passkeyAssertionSchema, passkeyCreationSchema } from '#base/auth/passkey/passkey-response.schema.ts'
import { cardCodeSchema } from '#base/auth/sign-in-card/card-code.schema.ts'
import { withDescription, withSchemaName } from '#base/lib/schema-meta.ts'

// The bodies of the endpoints of `/api/auth`: they check what is sent, and describe it in the OpenAPI document. Only the
// fields that they name reach better-auth.

// The login's page loads these two, so they hold no descriptions.
const asEmail = <Schema extends z.core.$ZodType>(schema: Schema) =>
  withDescription(schema, 'Address, in any letter case.', 'amina@example.org')
const personName = withDescription(nameSchema, 'Name, as others see it.', 'Amina Khamis')

/** Asks for a code to sign in. */
export const codeRequestSchema = withSchemaName(
  'CodeRequest',
  'An address to mail a code to.',
  z.object({
    email: asEmail(signInEmailSchema),
    type: withDescription(z.literal('sign-in'), 'What the code is for.', 'sign-in'),
  }),
)

/** Signs in by a code. */
export const codeSignInSchema = withSchemaName(
  'CodeSignIn',
  'A code that was mailed.',
  z.object({
    email: asEmail(signInEmailSchema),
    otp: withDescription(codeSchema, 'The code of six digits.', '042137'),
  }),
)

/** Signs in by a provider. */
export const providerSignInSchema = withSchemaName(
  'ProviderSignIn',
  'Which provider, and where to go then.',
  z.object({
    provider: withDescription(z.string(), '`github`, `google` or `oidc`, where it is configured.', 'github'),
    callbackURL: withDescription(z.string(), 'Path of this site to come back to.', '/app', { pattern: '^/' }),
  }),
)

/** Signs in by a card. */
export const cardSignInSchema = withSchemaName(
  'CardSignIn',
  'The code of a sign-in card.',
  z.object({ code: withDescription(cardCodeSchema, 'Twelve letters and digits.', '7K3Q-9XWD-M2TH') }),
)

/** Makes the first manager. A wrong `proof` or `code` is refused as such, whatever its length. */
export const setupSignInSchema = withSchemaName(
  'SetupSignIn',
  'Who becomes the first manager.',
  z.object({
    proof: withDescription(z.string(), 'What the page `/setup` holds.', 'x9Zr', { maxLength: 64 }),
    code: withDescription(z.optional(z.string()), 'The code of the terminal, where the page asks for one.', 'K7Q2MD', {
      maxLength: 100,
    }),
    name: personName,
    email: asEmail(emailSchema),
  }),
)

/** Signs in to a restored library. */
export const restoreSignInSchema = withSchemaName(
  'RestoreSignIn',
  'Which admin of the restored library one is.',
  z.object({
    userId: withDescription(z.uuid(), 'An admin that the page `/setup` lists.', '0199a4c2-7b1e-7000-8000-000000000001'),
    phrase: withDescription(
      z.optional(z.string().check(z.maxLength(500))),
      'The recovery phrase; empty where none was set.',
      'the tree before the gate',
    ),
  }),
)

/** Enters the demo. */
export const demoSignInSchema = withSchemaName(
  'DemoSignIn',
  'Which of the two people of the demo.',
  z.object({ person: withDescription(z.enum(['manager', 'reader']), 'Who to be.', 'reader') }),
)

/** Changes the own name. */
export const nameChangeSchema = withSchemaName('NameChange', 'A new name.', z.strictObject({ name: personName }))

/** Signs in by a passkey. */
export const passkeySignInSchema = withSchemaName(
  'PasskeySignIn',
  'What the browser has answered.',
  z.object({ response: passkeyAssertionSchema }),
)

/** Adds a passkey. */
export const passkeyAdditionSchema = withSchemaName(
  'PasskeyAddition',
  'What the browser has made.',
  z.object({ response: passkeyCreationSchema }),
)

/** Nothing is read of it. */
export const nothingSchema = withSchemaName('AuthNothing', 'Nothing: the body may be left out.', z.object({}))
