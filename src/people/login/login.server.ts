import * as z from 'zod/mini'
import { validForm } from '#base/rpc/valid-form.server.ts'
import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { codeSchema, signInEmailSchema } from '#base/auth/credentials.schema.ts'
import { refuseSignIn } from '#base/auth/session/refuse-sign-in.server.ts'
import { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { codeRefusal, spentCodeSchema } from '#people/code/code.schema.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { answerForm, seeOther, type ShowAgain } from '#base/rpc/answer-form.server.ts'

/** Redirects signed-in users to their area. */
const SIGNED_IN = '/login'

const emailForm = z.object({ email: signInEmailSchema })
const codeForm = z.object({ code: codeSchema })

/** Handles the login form without script: mails a code and redirects to the next step. */
export const postLogin = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async (values) => {
    const { email } = validForm(emailForm, { email: values.email ?? '' })
    await callAs(request, '/email-otp/send-verification-otp', { email, type: 'sign-in' })
    const redirect = safePath(values.redirect)
    return seeOther(`/login/verify?${new URLSearchParams(redirect ? { email, redirect } : { email })}`)
  })

/** Handles the code form without script: signs in and redirects. */
export const postVerify = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async (values) => {
    const search = new URL(request.url).searchParams
    const { code } = validForm(codeForm, { code: values.code ?? '' })
    const spent = spentCodeSchema.safeParse(values.spent).data
    try {
      await callAs(request, '/sign-in/email-otp', { email: search.get('email') ?? '', otp: code })
    } catch (error) {
      throw error instanceof AppError ? codeRefusal(error, spent && createError(spent)) : error
    }
    return seeOther(safePath(search.get('redirect') ?? undefined) ?? SIGNED_IN)
  })

// Errors after which the typed code is worth nothing: the page may show it again.
const WORTHLESS = new Set(['CARD_INCOMPLETE', 'CARD_UNKNOWN'])

/** Handles the form of a sign-in card, which has no other way: signs in, and says whose card it was. */
export const postCard = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(
    request,
    (sent) => showAgain(WORTHLESS.has(sent.error.code) ? sent : { ...sent, values: {} }),
    async ({ code = '', redirect }) => {
      await callAs(request, '/sign-in/card', { code })
      const path = safePath(redirect)
      return seeOther(path ? `/login/card?${new URLSearchParams({ redirect: path })}` : '/login/card')
    },
  )

/** Handles a provider's button without script: leads to the provider. */
export const postSocial = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ provider = '', redirect }) => {
    const callbackURL = safePath(redirect) ?? SIGNED_IN
    const answer = await callAs(request, '/sign-in/social', { provider, callbackURL })
    const { data } = z.object({ url: z.string() }).safeParse(answer)
    return data ? navigateTo(data.url) : seeOther('/login/error')
  })

/** Handles a button of the demo: signs in as that user and redirects. */
export const postDemo = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ person = '', redirect }) => {
    await callAs(request, '/sign-in/demo', { person })
    return seeOther(safePath(redirect) ?? SIGNED_IN)
  })

/** Handles the page of a mail about a sign-in: refuses that sign-in, and shows the page again, which says so. */
export const postNotMe = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ notice = '' }) => {
    await refuseSignIn(notice)
    return seeOther(`/login/not-me?${new URLSearchParams({ notice })}`)
  })

/**
 * Navigates to another site after a form. Not by a redirect, because browsers apply `form-action` of the
 * Content-Security-Policy to redirects of a form too, and it allows only this site.
 */
function navigateTo(url: string): Response {
  const { href, host } = new URL(url)
  const headers = { 'content-type': 'text/html; charset=utf-8', refresh: `0; url=${href}` }
  const link = `<a href="${href.replaceAll('&', '&amp;')}">${host}</a>`
  return new Response(`<!doctype html><title>${host}</title>${link}`, { headers })
}

const callAs = ({ headers }: Request, path: string, body: unknown): Promise<unknown> =>
  callAuth(path, body, { cookies: headers.get('cookie'), userAgent: headers.get('user-agent') })
