import * as z from 'zod/mini'
import { env } from '#env/env.server.ts'
import { ownOrigins } from '#env/site.server.ts'
import { problemsOf } from '#i18n/issue-message.ts'
import { parseJsonObject } from '#lib/http/json-object.server.ts'
import { createError, foreignError } from '#errors/create-error.server.ts'
import { safePath } from '#lib/http/safe-path.ts'
import { isPlaceholder } from '#lib/no-address.ts'
import { tooLarge } from '#lib/http/too-large.server.ts'
import { passkeyAssertionSchema, passkeyCreationSchema } from '#auth/passkey/passkey-response.schema.ts'
import { cardCodeSchema } from '#auth/sign-in-card/card-code.schema.ts'
import { codeSchema, emailSchema, signInEmailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'

type Fields = Record<string, unknown>

/** A request for better-auth; `fields` is its body, for a path of `CHECKS`. */
interface Checked {
  request: Request
  fields?: Fields
}

function email(value: unknown): string {
  const read = z.object({ email: signInEmailSchema }).safeParse({ email: value })
  if (!read.success) throw createError('INVALID_EMAIL', { fields: problemsOf(read.error.issues) })
  const address = read.data.email
  // A placeholder is no address to sign in with: it is replaced by an address that no user has.
  return isPlaceholder(address) ? `nobody-${address}` : address
}

// Stricter than better-auth's own validation: only the fields returned here reach it.
const CHECKS: Record<string, (fields: Fields) => Fields> = {
  '/email-otp/send-verification-otp': (fields) => {
    const address = email(fields.email)
    if (fields.type !== 'sign-in')
      throw createError('VALIDATION_ERROR', { fields: { type: { key: 'validation_invalid' } } })
    return { email: address, type: 'sign-in' }
  },
  '/sign-in/email-otp': (fields) => {
    const address = email(fields.email)
    const read = z.object({ otp: codeSchema }).safeParse({ otp: fields.otp })
    if (!read.success) throw createError('INVALID_OTP', { fields: problemsOf(read.error.issues) })
    return { email: address, otp: read.data.otp }
  },
  '/update-user': ({ name, ...others }) => {
    const problems = Object.keys(others)
      .slice(0, 20)
      .map((field) => [field, { key: 'field_not_allowed' }])
    if (problems.length > 0) throw createError('FIELD_NOT_ALLOWED', { fields: Object.fromEntries(problems) })
    const read = z.object({ name: nameSchema }).safeParse({ name })
    if (!read.success) throw createError('VALIDATION_ERROR', { fields: problemsOf(read.error.issues) })
    return read.data
  },
  '/sign-in/social': (fields) => {
    const path = ownPath(fields.callbackURL)
    if (path === undefined) throw createError('INVALID_CALLBACK_URL')
    // The same error as better-auth's.
    if (typeof fields.provider !== 'string') throw foreignError('PROVIDER_NOT_FOUND', 400)
    // Drops `idToken`, `scopes` and other fields of the client, so that only the provider says who signs in.
    const { baseUrl } = env()
    const urls = { callbackURL: `${baseUrl}${path}`, errorCallbackURL: `${baseUrl}/login/error` }
    return { provider: fields.provider, ...urls }
  },
  '/sign-in/card': ({ code }) => {
    const read = cardCodeSchema.safeParse(code)
    if (!read.success) throw createError('CARD_INCOMPLETE')
    return { code: read.data }
  },
  '/sign-in/setup': ({ proof, name, email: address, code }) => {
    const read = z.object({ name: nameSchema, email: emailSchema }).safeParse({ name, email: address })
    if (!read.success) throw createError('VALIDATION_ERROR', { fields: problemsOf(read.error.issues) })
    return { ...read.data, proof, code }
  },
  '/sign-in/demo': (fields) => ({ person: fields.person }),
  // Drops `createSession` and `name`: a passkey is named in the account.
  '/passkey/verify-registration': ({ response }) => ({ response: passkeyPart(passkeyCreationSchema, response) }),
  '/passkey/verify-authentication': ({ response }) => ({ response: passkeyPart(passkeyAssertionSchema, response) }),
  '/delete-user': () => ({}),
}

function passkeyPart<T>(schema: z.ZodMiniType<T>, value: unknown): T {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw createError('PASSKEY_FAILED')
  return data
}

/** A path of this site, given as a path or as a URL with one of our origins. */
function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const origin = ownOrigins().find((candidate) => value.startsWith(`${candidate}/`))
  return safePath(origin === undefined ? value : value.slice(origin.length))
}

/**
 * The request for better-auth, with a validated body; an empty POST gets the body `{}`, which better-auth requires.
 * Throws CONTENT_TOO_LARGE, and for an invalid body better-auth's error code.
 */
export async function checkedRequest(request: Request, path: string): Promise<Checked> {
  if (request.method !== 'POST') return { request }
  const sent = await request.text().catch((error: unknown) => {
    throw tooLarge(error) ?? createError('VALIDATION_ERROR')
  })
  const check = Object.hasOwn(CHECKS, path) ? CHECKS[path] : undefined
  const fields = check?.(fieldsOf(sent))
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  if (sent === '') headers.set('content-type', 'application/json')
  const body = fields === undefined ? sent || '{}' : JSON.stringify(fields)
  return {
    request: new Request(request.url, { method: 'POST', headers, body, signal: request.signal }),
    ...(fields && { fields }),
  }
}

function fieldsOf(text: string): Fields {
  if (text === '') return {}
  return parseJsonObject(text)
}
