import * as z from 'zod/mini'
import { handleAuth } from '#auth/better-auth/handler.server.ts'
import { codeSchema, emailSchema } from '#auth/credentials.schema.ts'
import { env } from '#env/env.server.ts'
import { problemsOf } from '#i18n/issue-message.ts'
import { readForm } from '#lib/read-form.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { safePath } from '#lib/safe-path.ts'
import type { AppError } from '#errors/app-error.ts'
import { fromAnswer } from '#errors/local-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { codeRefusal, spentCodeSchema } from '#features/code/code.schema.ts'

/** Redirects signed-in users to their area. */
const SIGNED_IN = '/login'

const seeOther = (location: string, headers = new Headers()): Response => {
  headers.set('location', location)
  return new Response(null, { status: 303, headers })
}

/**
 * Navigates to another site after a form. Not by a redirect, because browsers apply `form-action` of the
 * Content-Security-Policy to redirects of a form too, and it allows only this site.
 */
function navigateTo(url: string, headers: Headers): Response {
  const { href, host } = new URL(url)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('refresh', `0; url=${href}`)
  const link = `<a href="${href.replaceAll('&', '&amp;')}">${host}</a>`
  return new Response(`<!doctype html><title>${host}</title>${link}`, { headers })
}

const text = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/**
 * Handles the login form without script: mails a code and redirects to the next step; on failure renders the form
 * again.
 */
export async function postLogin<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const redirect = safePath(text(form, 'redirect'))
  const email = emailSchema.safeParse(text(form, 'email'))
  if (!email.success)
    return renderAgain(
      form,
      createError('VALIDATION_ERROR', {
        fields: { email: problemsOf(email.error.issues)[''] ?? { key: 'email_invalid' } },
      }),
      render,
    )
  const { error } = await postToAuth(request, '/email-otp/send-verification-otp', {
    email: email.data,
    type: 'sign-in',
  })
  if (error) return renderAgain(form, error, render)
  return seeOther(
    `/login/verify?${new URLSearchParams(redirect ? { email: email.data, redirect } : { email: email.data })}`,
  )
}

/** Handles the code form without script: signs in and redirects; on failure renders the form again. */
export async function postVerify<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const search = new URL(request.url).searchParams
  const code = codeSchema.safeParse(text(form, 'code'))
  if (!code.success)
    return renderAgain(
      form,
      createError('VALIDATION_ERROR', {
        fields: { code: problemsOf(code.error.issues)[''] ?? { key: 'code_invalid' } },
      }),
      render,
    )
  const { error, cookies } = await postToAuth(request, '/sign-in/email-otp', {
    email: search.get('email') ?? '',
    otp: code.data,
  })
  const spent = spentCodeSchema.safeParse(form.get('spent')).data
  if (error) return renderAgain(form, codeRefusal(error, spent && createError(spent)), render)
  return seeOther(safePath(search.get('redirect') ?? undefined) ?? SIGNED_IN, withCookies(cookies))
}

/** Handles a provider's button without script: leads to the provider; on failure renders the form again. */
export async function postSocial<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const callbackURL = safePath(text(form, 'redirect')) ?? SIGNED_IN
  const { error, cookies, url } = await postToAuth(request, '/sign-in/social', {
    provider: text(form, 'provider'),
    callbackURL,
  })
  if (error) return renderAgain(form, error, render)
  return url === undefined ? seeOther('/login/error') : navigateTo(url, withCookies(cookies))
}

/** Handles a button of the demo: signs in as that user and redirects; on failure renders the form again. */
export async function postDemo<T>(request: Request, render: () => T): Promise<Response | T> {
  const form = await readForm(request)
  const { error, cookies } = await postToAuth(request, '/sign-in/demo', { person: text(form, 'person') })
  if (error) return renderAgain(form, error, render)
  return seeOther(safePath(text(form, 'redirect')) ?? SIGNED_IN, withCookies(cookies))
}

function withCookies(cookies: readonly string[]): Headers {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return headers
}

function renderAgain<T>(form: FormData, error: AppError, render: () => T): T {
  const values = Object.fromEntries(
    [...form.entries()].map(([name, value]) => [name, typeof value === 'string' ? value.slice(0, 300) : '']),
  )
  requestContext().form = { values, error: error.toJSON() }
  return render()
}

interface AuthAnswer {
  error?: AppError
  cookies: string[]
  /** URL of the provider's sign-in. */
  url?: string
}

/** Calls better-auth as the page's script would, with the same checks. */
async function postToAuth(request: Request, path: string, body: unknown): Promise<AuthAnswer> {
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  headers.delete('content-length')
  headers.set('origin', env().baseUrl)
  const response = await handleAuth(
    new Request(`${env().baseUrl}/api/auth${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
  )
  const answer: unknown = await response.json().catch(() => null)
  const cookies = response.headers.getSetCookie()
  if (!response.ok) return { error: fromAnswer(answer, response.status), cookies: [] }
  const url = z.object({ url: z.string() }).safeParse(answer).data?.url
  return { cookies, ...(url !== undefined && { url }) }
}
