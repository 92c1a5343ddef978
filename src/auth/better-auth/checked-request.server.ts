import * as z from 'zod/mini'
import { env } from '#env/env.server.ts'
import { problemsOf } from '#i18n/issue-message.ts'
import { createError, foreignError } from '#errors/create-error.server.ts'
import { safePath } from '#lib/safe-path.ts'
import { tooLarge } from '#lib/too-large.server.ts'
import { codeSchema, emailSchema } from '#auth/credentials.schema.ts'
import { nameSchema } from '#auth/name.schema.ts'

type Fields = Record<string, unknown>

/** A request as better-auth may see it; `fields` is what its body holds, where that was checked. */
interface Checked {
  request: Request
  fields?: Fields
}

function email(value: unknown): string {
  const { data } = emailSchema.safeParse(value)
  if (data === undefined) throw createError('INVALID_EMAIL')
  return data
}

// What better-auth takes as it comes is checked before it: only these fields reach it, and only in this form.
const CHECKS: Record<string, (fields: Fields) => Fields> = {
  '/email-otp/send-verification-otp': (fields) => {
    const address = email(fields.email)
    if (fields.type !== 'sign-in')
      throw createError('VALIDATION_ERROR', { fields: { type: { key: 'validation_invalid' } } })
    return { email: address, type: 'sign-in' }
  },
  '/sign-in/email-otp': (fields) => {
    const address = email(fields.email)
    const otp = codeSchema.safeParse(fields.otp)
    if (!otp.success) throw createError('INVALID_OTP')
    return { email: address, otp: otp.data }
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
    // As better-auth refuses a body that does not fit.
    if (typeof fields.provider !== 'string') throw foreignError('PROVIDER_NOT_FOUND', 400)
    // No token of the caller's own, no other scopes: the provider is asked, and for who it is only.
    const { baseUrl } = env()
    const urls = { callbackURL: `${baseUrl}${path}`, errorCallbackURL: `${baseUrl}/login/error` }
    return { provider: fields.provider, ...urls }
  },
  '/sign-in/demo': (fields) => ({ person: fields.person }),
  '/delete-user': () => ({}),
}

/** A path of this site, given as such or with the origin before it. */
function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const origin = env().origins.find((one) => value.startsWith(`${one}/`))
  return safePath(origin === undefined ? value : value.slice(origin.length))
}

/**
 * The request as better-auth may see it: a POST without a body says the same as `{}`, which better-auth insists on.
 * Throws what does not fit, with the error code that better-auth has for it, and CONTENT_TOO_LARGE.
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
  const body: unknown = parse(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw createError('VALIDATION_ERROR')
  return { ...body }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createError('VALIDATION_ERROR')
  }
}
