import * as z from 'zod/mini'
import { env } from '#env/env.server.ts'
import { safePath } from '#lib/safe-path.ts'
import { tooLarge } from '#lib/too-large.server.ts'
import { codeSchema, emailSchema } from './credentials.schema.ts'
import { nameSchema } from './name.schema.ts'

type Fields = Record<string, unknown>
type Outcome = { fields: Fields } | { code: string }

/** A request as better-auth may see it; `fields` is what its body holds, where that was checked. */
interface Checked {
  request: Request
  fields?: Fields
}

const email = (value: unknown): string | undefined => emailSchema.safeParse(value).data

// What better-auth takes as it comes is checked before it: only these fields reach it, and only in this form.
const CHECKS: Record<string, (fields: Fields) => Outcome> = {
  '/email-otp/send-verification-otp': (fields) => {
    const address = email(fields.email)
    if (address === undefined) return { code: 'INVALID_EMAIL' }
    return fields.type === 'sign-in' ? { fields: { email: address, type: 'sign-in' } } : { code: 'VALIDATION_ERROR' }
  },
  '/sign-in/email-otp': (fields) => {
    const address = email(fields.email)
    if (address === undefined) return { code: 'INVALID_EMAIL' }
    const otp = codeSchema.safeParse(fields.otp)
    return otp.success ? { fields: { email: address, otp: otp.data } } : { code: 'INVALID_OTP' }
  },
  '/update-user': (fields) => {
    const name = z.object({ name: nameSchema }).safeParse(fields)
    return name.success ? { fields: { name: name.data.name } } : { code: 'VALIDATION_ERROR' }
  },
  '/sign-in/social': (fields) => {
    const path = ownPath(fields.callbackURL)
    if (path === undefined) return { code: 'INVALID_CALLBACK_URL' }
    if (typeof fields.provider !== 'string') return { code: 'PROVIDER_NOT_FOUND' }
    // No token of the caller's own, no other scopes: the provider is asked, and for who it is only.
    const { baseUrl } = env()
    const urls = { callbackURL: `${baseUrl}${path}`, errorCallbackURL: `${baseUrl}/login/error` }
    return { fields: { provider: fields.provider, ...urls } }
  },
  '/sign-in/demo': (fields) => ({ fields: { person: fields.person } }),
  '/delete-user': () => ({ fields: {} }),
}

/** A path of this site, given as such or with the origin before it. */
function ownPath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const origin = env().origins.find((one) => value.startsWith(`${one}/`))
  return safePath(origin === undefined ? value : value.slice(origin.length))
}

/** The request as better-auth may see it, or the error code with which it is refused. */
export async function checkedRequest(request: Request, path: string): Promise<Checked | { code: string }> {
  const check = request.method === 'POST' && Object.hasOwn(CHECKS, path) ? CHECKS[path] : undefined
  if (!check) return { request }
  const body: unknown = await request.json().catch((error: unknown) => {
    const refusal = tooLarge(error)
    if (refusal) throw refusal
  })
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { code: 'VALIDATION_ERROR' }
  const outcome = check({ ...body })
  if ('code' in outcome) return outcome
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  const { fields } = outcome
  const text = JSON.stringify(fields)
  return { fields, request: new Request(request.url, { method: 'POST', headers, body: text, signal: request.signal }) }
}
