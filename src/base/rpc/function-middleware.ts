import { createMiddleware } from '@tanstack/react-start'
import { isNotFound, isRedirect } from '@tanstack/react-router'
import { getRequest, setResponseStatus } from '@tanstack/react-start/server'
import { AppError } from '#base/errors/app-error.ts'
import { localError } from '#base/errors/local-error.ts'
import { hasOtherBuild } from '#base/lib/connection/build-watch.ts'
import { announceRefusal } from '#base/lib/form/refusal.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'
import { errorResponse } from '#base/errors/error-response.server.ts'
import { toAppError } from './errors.server.ts'
import { isPlainCall } from './function-call.server.ts'

/** Whether a server of another build has rejected this page's input, whose schema has changed. */
const isOutdated = (thrown: unknown): boolean =>
  thrown instanceof AppError && thrown.code === 'VALIDATION_ERROR' && hasOtherBuild()

/**
 * For every server function: an error reaches the browser as an AppError with its status and is announced to the page;
 * an unknown error is logged and sent without details. A program that calls the function gets plain JSON: the result,
 * or an error in the format of REST.
 */
export const errorMiddleware = createMiddleware({ type: 'function' })
  .client(async ({ next, method }) => {
    try {
      return await next()
    } catch (thrown) {
      const error = isOutdated(thrown) ? localError('NEW_BUILD') : thrown
      if (error instanceof AppError) announceRefusal(error, { isRead: method === 'GET' })
      throw error
    }
  })
  .server(async ({ next }) => {
    requestContext().isFunctionReached = true
    const isPlain = isPlainCall(getRequest())
    try {
      const answer = await next()
      return isPlain && 'result' in answer ? { ...answer, result: Response.json(answer.result ?? null) } : answer
    } catch (cause) {
      if (isRedirect(cause) || isNotFound(cause)) throw cause
      const { error, isKnown } = toAppError(cause)
      if (!isKnown) requestContext().log.error({ err: cause }, 'A server function failed')
      if (isPlain) throw errorResponse(error)
      setResponseStatus(error.status)
      throw error
    }
  })
