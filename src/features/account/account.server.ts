import { call } from '@orpc/server'
import { readForm } from '#lib/read-form.server.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { safePath } from '#lib/safe-path.ts'
import { toAppError } from '#rpc/errors.server.ts'
import { contextOf } from '#rpc/procedure.server.ts'
import { accountRouter } from './account.router.server.ts'

/** Handles the onboarding form without script: sets the name and redirects; on failure renders the form again. */
export async function postOnboarding<T>(request: Request, render: () => T): Promise<Response | T> {
  const name = (await readForm(request)).get('name')
  const value = typeof name === 'string' ? name : ''
  try {
    await call(accountRouter.onboard, { name: value }, { context: await contextOf(request.headers) })
  } catch (cause) {
    const { error, isKnown } = toAppError(cause)
    if (!isKnown) throw cause
    requestContext().form = { values: { name: value.slice(0, 300) }, error: error.toJSON() }
    return render()
  }
  // The login page redirects signed-in users to their area.
  const path = safePath(new URL(request.url).searchParams.get('redirect') ?? undefined) ?? '/login'
  return new Response(null, { status: 303, headers: { location: path } })
}
