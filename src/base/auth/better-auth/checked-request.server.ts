import type * as z from 'zod/mini'
import { env } from '#base/env/env.server.ts'
import { ownOrigins } from '#base/env/site.server.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { parseJsonObject } from '#base/lib/http/json-object.server.ts'
import { createError, foreignError } from '#base/errors/create-error.server.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { isPlaceholder } from '#base/lib/no-address.ts'
import { tooLarge } from '#base/lib/http/too-large.server.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { ErrorCode } from '#base/errors/codes.server.ts'
import {
  cardSignInSchema,
  codeRequestSchema,
  codeSignInSchema,
  nameChangeSchema,
  nothingSchema,
  passkeyAdditionSchema,
  passkeySignInSchema,
  providerSignInSchema,
  restoreSignInSchema,
  setupSignInSchema,
} from './auth-body.schema.ts'

type Fields = Record<string, unknown>

/** A request for better-auth; `fields` is its body, for a path of `CHECKS`. */
interface Checked {
  request: Request
  fields?: Fields
}

/** The fields of a body. Throws the code of the first field that does not fit, else VALIDATION_ERROR. */
function fieldsBy<T>(schema: z.ZodMiniType<T>, fields: Fields, codes: Record<string, ErrorCode> = {}): T {
  const read = schema.safeParse(fields)
  if (read.success) return read.data
  const problems = problemsOf(read.error.issues)
  const [code = 'VALIDATION_ERROR'] = Object.keys(problems).flatMap((field) => lookUp(codes, field) ?? [])
  throw createError(code, { fields: problems })
}

/** A placeholder is no address to sign in with: it is replaced by an address that no user has. */
const withAddress = <T extends { email: string }>(fields: T): T =>
  isPlaceholder(fields.email) ? { ...fields, email: `nobody-${fields.email}` } : fields

// Stricter than better-auth's own validation: only the fields returned here reach it.
const CHECKS: Record<string, (fields: Fields) => Fields> = {
  '/email-otp/send-verification-otp': (fields) =>
    withAddress(fieldsBy(codeRequestSchema, fields, { email: 'INVALID_EMAIL' })),
  '/sign-in/email-otp': (fields) =>
    withAddress(fieldsBy(codeSignInSchema, fields, { email: 'INVALID_EMAIL', otp: 'INVALID_OTP' })),
  '/update-user': ({ name, ...others }) => {
    const problems = Object.keys(others)
      .slice(0, 20)
      .map((field) => [field, { key: 'field_not_allowed' }])
    if (problems.length > 0) throw createError('FIELD_NOT_ALLOWED', { fields: Object.fromEntries(problems) })
    return fieldsBy(nameChangeSchema, { name })
  },
  '/sign-in/social': (fields) => {
    const path = ownPath(fields.callbackURL)
    if (path === undefined) throw createError('INVALID_CALLBACK_URL')
    const { data } = providerSignInSchema.safeParse(fields)
    // The error that better-auth gives for an unknown provider.
    if (!data) throw foreignError('PROVIDER_NOT_FOUND', 400)
    // Drops `idToken`, `scopes` and other fields of the client, so that only the provider says who signs in.
    const { baseUrl } = env()
    const urls = { callbackURL: `${baseUrl}${path}`, errorCallbackURL: `${baseUrl}/login/error` }
    return { provider: data.provider, ...urls }
  },
  '/sign-in/card': (fields) => knownBy(cardSignInSchema, fields, 'CARD_INCOMPLETE'),
  '/sign-in/setup': (fields) => fieldsBy(setupSignInSchema, fields),
  '/sign-in/restore': (fields) => fieldsBy(restoreSignInSchema, fields),
  // The endpoint checks `person`, where the demo is on.
  '/sign-in/demo': (fields) => ({ person: fields.person }),
  // Drops `createSession` and `name`: a passkey is named in the account.
  '/passkey/verify-registration': (fields) => knownBy(passkeyAdditionSchema, fields, 'PASSKEY_FAILED'),
  '/passkey/verify-authentication': (fields) => knownBy(passkeySignInSchema, fields, 'PASSKEY_FAILED'),
  '/delete-user': (fields) => fieldsBy(nothingSchema, fields),
}

/** The fields of a body that no person types: throws this code, and names no field. */
function knownBy<T>(schema: z.ZodMiniType<T>, fields: Fields, code: ErrorCode): T {
  const { data } = schema.safeParse(fields)
  if (data === undefined) throw createError(code)
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
