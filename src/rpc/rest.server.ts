import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, type AnyRouter } from '@orpc/server'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import { fullErrorText } from '#i18n/error-text.server.ts'
import { invalid, notFound, type AppError } from '#lib/app-error.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { toAppError } from './errors.server.ts'
import { contextOf } from './procedure.server.ts'

/** Answers `/api/v1/*` from the routes of the procedures. Errors are `{ code, status, message, data? }`. */
export function restHandler(router: AnyRouter): (request: Request) => Promise<Response> {
  const handler = new OpenAPIHandler(router, {
    plugins: [new ResponseHeadersPlugin()],
    clientInterceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (cause) {
          const { error, isKnown } = toAppError(cause)
          if (!isKnown) requestContext().log.error({ err: cause }, 'An API call failed')
          throw new ORPCError(error.code, {
            status: error.status,
            message: fullErrorText(error),
            data: dataOf(error),
            cause,
          })
        }
      },
    ],
    customErrorResponseBodyEncoder: ({ code, status, message, data }) =>
      // A body that cannot be read at all: said by oRPC before any procedure is asked.
      code === 'BAD_REQUEST'
        ? { code: 'VALIDATION_ERROR', status, message: fullErrorText(invalid({})) }
        : { code, status, message, ...(data === undefined ? {} : { data }) },
  })
  return async (request) => {
    const { response } = await handler.handle(request, { prefix: '/api/v1', context: await contextOf(request.headers) })
    if (!response) return errorResponse(notFound())
    response.headers.set('cache-control', 'no-store')
    if (response.status === 429) await setRetryAfter(response)
    return response
  }
}

/** oRPC writes the body; the header says the same. */
async function setRetryAfter(response: Response): Promise<void> {
  const { data } = await response.clone().json()
  if (typeof data?.retryAfter === 'number') response.headers.set('retry-after', String(data.retryAfter))
}

/** An error as REST answers it; `data.fields` maps a field to its message key. */
export function errorResponse(error: AppError): Response {
  const data = dataOf(error)
  const body = { code: error.code, status: error.status, message: fullErrorText(error), ...(data && { data }) }
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  return Response.json(body, { status: error.status, headers })
}

interface ErrorData {
  /** A field and the key of its message. */
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
  /** What somebody else has saved meanwhile. */
  theirs?: AppError['theirs']
}

function dataOf({ fields, retryAfter, theirs }: AppError): ErrorData | undefined {
  const entries = Object.entries(fields)
  if (entries.length === 0 && retryAfter === undefined && theirs === undefined) return undefined
  return {
    ...(entries.length > 0 && { fields: Object.fromEntries(entries.map(([field, { key }]) => [field, key])) }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(theirs !== undefined && { theirs }),
  }
}
