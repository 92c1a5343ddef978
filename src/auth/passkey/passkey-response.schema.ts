import * as z from 'zod/mini'

// What browsers send, strictly: better-auth passes these fields to the database and to parsers unchecked.
const encoded = (max: number) => z.string().check(z.regex(/^[\w-]+={0,2}$/), z.maxLength(max))
const credential = { id: encoded(2000), rawId: encoded(2000), type: z.literal('public-key') }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** A new passkey, as `navigator.credentials.create` gives it. */
export const passkeyCreationSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(20_000),
    attestationObject: encoded(200_000),
    transports: z.optional(z.array(z.enum(TRANSPORTS)).check(z.maxLength(TRANSPORTS.length))),
  }),
})

/** A signature of a passkey, as `navigator.credentials.get` gives it. */
export const passkeyAssertionSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(20_000),
    authenticatorData: encoded(20_000),
    signature: encoded(4000),
    userHandle: z.optional(encoded(200)),
  }),
})
