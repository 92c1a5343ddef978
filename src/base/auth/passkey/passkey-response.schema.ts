import * as z from 'zod/mini'
import { withDescription } from '#base/lib/schema-meta.ts'

// What browsers send, strictly: better-auth passes these fields to the database and to parsers unchecked. Level 3 of
// WebAuthn defines them.
const encoded = (max: number, what: string, example: string) =>
  withDescription(z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(max)), `${what}, in base64url.`, example)

const EXAMPLE_ID = 'sqfyKQ'
const EXAMPLE_DATA = 'eyJ0eXBlIjo'
const credential = {
  id: encoded(2000, 'Id of the credential', EXAMPLE_ID),
  rawId: encoded(2000, 'The same', EXAMPLE_ID),
  type: withDescription(z.literal('public-key'), 'Kind of the credential.', 'public-key'),
}
const clientDataJSON = encoded(20_000, 'What the browser was asked, and where', EXAMPLE_DATA)
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** A new passkey, as `navigator.credentials.create` gives it. */
export const passkeyCreationSchema = withDescription(
  z.object({
    ...credential,
    response: withDescription(
      z.object({
        clientDataJSON,
        attestationObject: encoded(200_000, 'The public key, and by what it was made', 'o2NmbXRkbm9uZQ'),
        transports: withDescription(
          z.optional(z.array(z.enum(TRANSPORTS)).check(z.maxLength(TRANSPORTS.length))),
          'How the browser may reach what holds the passkey.',
          ['internal'],
        ),
      }),
      'What was made.',
    ),
  }),
  'The credential, as `PublicKeyCredential.toJSON` gives it.',
)

/** A signature of a passkey, as `navigator.credentials.get` gives it. */
export const passkeyAssertionSchema = withDescription(
  z.object({
    ...credential,
    response: withDescription(
      z.object({
        clientDataJSON,
        authenticatorData: encoded(20_000, 'For which site, and whether the user was verified', 'SZYN5YgOjGh0NBcP'),
        signature: encoded(4000, 'The signature of both', 'MEUCIQDk'),
        userHandle: z.optional(encoded(200, 'Id of the user', 'AaH8Xzq4')),
      }),
      'What was signed.',
    ),
  }),
  'The credential, as `PublicKeyCredential.toJSON` gives it.',
)
