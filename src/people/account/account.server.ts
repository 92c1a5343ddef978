import { call } from '@orpc/server'
import { callAuth } from '#base/auth/better-auth/call-auth.server.ts'
import { env } from '#base/env/env.server.ts'
import { isLocale, languageCookie } from '#base/i18n/locale.ts'
import { safePath } from '#base/lib/http/safe-path.ts'
import { answerForm, pageBefore, seeOther, type ShowAgain } from '#base/rpc/answer-form.server.ts'
import { contextOf } from '#base/rpc/procedure.server.ts'
import { accountRouter } from './account.router.server.ts'

/** Handles the onboarding form without script: sets the name and redirects. */
export const postOnboarding = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ name = '' }) => {
    await call(accountRouter.onboard, { name }, { context: await contextOf(request.headers) })
    // The login page redirects signed-in users to their area.
    return seeOther(safePath(new URL(request.url).searchParams.get('redirect') ?? undefined) ?? '/login')
  })

/** For an address that only receives a form: who opens it sees the account. */
export const showAccount = (): Response => seeOther('/app/account')

/** Handles the button of signing out without script. */
export const postSignOut = (request: Request): Promise<Response> =>
  answerForm(request, showAccount, async () => {
    const { headers } = request
    await callAuth('/sign-out', {}, { cookies: headers.get('cookie'), userAgent: headers.get('user-agent') })
    return seeOther('/login')
  })

/** Handles the choice of a language without script: keeps it in its cookie, and shows the page again. */
export const postPreferences = (request: Request): Promise<Response> =>
  answerForm(request, showAccount, async ({ language = '' }) => {
    const response = seeOther(pageBefore(request, '/app/account'))
    if (isLocale(language))
      response.headers.set('set-cookie', languageCookie(language, env().baseUrl.startsWith('https:')))
    return response
  })
