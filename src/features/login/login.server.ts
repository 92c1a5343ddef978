import { handleAuth } from '#auth/handler.server.ts'
import { codeSchema, emailSchema } from '#auth/credentials.schema.ts'
import { env } from '#env/env.server.ts'
import { problemsOf } from '#i18n/check.ts'
import { readForm } from '#lib/read-form.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { safePath } from '#lib/safe-path.ts'
import { AppError, invalid } from '#lib/app-error.ts'

const seeOther = (location: string, headers = new Headers()): Response => {
  headers.set('location', location)
  return new Response(null, { status: 303, headers })
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** The login form sent without script: mails a code and goes on to its page; else shows the form again. */
export async function postLogin<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const redirect = safePath(text(form, 'redirect'))
  const email = emailSchema.safeParse(text(form, 'email'))
  if (!email.success)
    return again(form, invalid({ email: problemsOf(email.error.issues)[''] ?? { key: 'email_invalid' } }), render)
  const { error } = await askAuth(request, '/email-otp/send-verification-otp', { email: email.data, type: 'sign-in' })
  if (error) return again(form, error, render)
  return seeOther(
    `/login/verify?${new URLSearchParams(redirect ? { email: email.data, redirect } : { email: email.data })}`,
  )
}

/** The code sent without script: signs in and goes on; else shows the form again. */
export async function postVerify<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const search = new URL(request.url).searchParams
  const code = codeSchema.safeParse(text(form, 'code'))
  if (!code.success)
    return again(form, invalid({ code: problemsOf(code.error.issues)[''] ?? { key: 'code_invalid' } }), render)
  const { error, cookies } = await askAuth(request, '/sign-in/email-otp', {
    email: search.get('email') ?? '',
    otp: code.data,
  })
  if (error) return again(form, error, render)
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return seeOther(safePath(search.get('redirect') ?? undefined) ?? '/app', headers)
}

function again<T>(form: FormData, error: AppError, render: () => T): T {
  const values = Object.fromEntries(
    [...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 300) : '']),
  )
  requestContext().form = { values, error: error.toJSON() }
  return render()
}

/** Asks better-auth as the page's script would have done, through the same checks. */
async function askAuth(
  request: Request,
  path: string,
  body: unknown,
): Promise<{ error?: AppError; cookies: string[] }> {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  headers.set('origin', env().baseUrl)
  const response = await handleAuth(
    new Request(`${env().baseUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  if (response.ok) return { cookies: response.headers.getSetCookie() }
  const { code } = await response.json().catch(() => ({}))
  return {
    error: new AppError({ code: typeof code === 'string' ? code : 'UNKNOWN_ERROR', status: response.status }),
    cookies: [],
  }
}
