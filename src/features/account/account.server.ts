import { call } from '@orpc/server'
import { safePath } from '#lib/safe-path.ts'
import { answerForm, seeOther, type ShowAgain } from '#rpc/answer-form.server.ts'
import { contextOf } from '#rpc/procedure.server.ts'
import { accountRouter } from './account.router.server.ts'

/** Handles the onboarding form without script: sets the name and redirects. */
export const postOnboarding = <T>(request: Request, showAgain: ShowAgain<T>): Promise<Response | T> =>
  answerForm(request, showAgain, async ({ name = '' }) => {
    await call(accountRouter.onboard, { name }, { context: await contextOf(request.headers) })
    // The login page redirects signed-in users to their area.
    return seeOther(safePath(new URL(request.url).searchParams.get('redirect') ?? undefined) ?? '/login')
  })
