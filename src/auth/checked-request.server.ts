import * as z from 'zod/mini'
import { nameSchema } from './name.schema.ts'
import { codeSchema, emailSchema } from './credentials.schema.ts'

type Fields = Record<string, unknown>
type Outcome = { fields: Fields } | { code: string }

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
}

/** The request as better-auth may see it, or the error code with which it is refused. */
export async function checkedRequest(request: Request, path: string): Promise<Request | { code: string }> {
  const check = request.method === 'POST' && Object.hasOwn(CHECKS, path) ? CHECKS[path] : undefined
  if (!check) return request
  const body: unknown = await request.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { code: 'VALIDATION_ERROR' }
  const outcome = check({ ...body })
  if ('code' in outcome) return outcome
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return new Request(request.url, {
    method: 'POST',
    headers,
    body: JSON.stringify(outcome.fields),
    signal: request.signal,
  })
}
