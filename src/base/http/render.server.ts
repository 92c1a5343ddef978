import { defaultRenderHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import { AppError } from '#base/errors/app-error.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { retryAfterOf } from '#base/errors/retry-after.server.ts'

/**
 * Renders a page to a string: 1.5 to 1.8 times the throughput of streaming, and one compressed response. A page that
 * shows an error gets that error's status, where TanStack Start would always answer 500.
 */
export const renderPage = defineHandlerCallback(async (context) => {
  const failed = context.router.state.matches.map((match) => match.error).find((error) => error instanceof AppError)
  const started = performance.now()
  const result = await defaultRenderHandler(context)
  requestContext().spent.renderMilliseconds += performance.now() - started
  const response = result instanceof Response ? result : result.response
  if (response.status !== 500 || !failed || failed.status < 400) return result
  const renamed = new Response(response.body, { status: failed.status, headers: response.headers })
  const retryAfter = retryAfterOf(failed)
  if (retryAfter !== undefined) renamed.headers.set('retry-after', retryAfter)
  return result instanceof Response ? renamed : { ...result, response: renamed }
})
