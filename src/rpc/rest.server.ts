import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, type AnyRouter } from '@orpc/server'
import { fullErrorText } from '#i18n/error-text.server.ts'
import { notFound, type AppError } from '#lib/app-error.ts'
import { requestContext } from '#lib/request-context.server.ts'
import { toAppError } from './errors.server.ts'
import { contextOf } from './procedure.server.ts'

/** Answers `/api/v1/*` from the routes of the procedures. Errors are `{ code, status, message, data? }`. */
export function restHandler(router: AnyRouter): (request: Request) => Promise<Response> {
  const handler = new OpenAPIHandler(router, {
    clientInterceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (cause) {
          const { error, isKnown } = toAppError(cause)
          if (!isKnown) requestContext().log.error({ err: cause }, 'An API call failed')
          throw new ORPCError(error.code, {
            status: error.status,
            message: fullErrorText(error.code),
            data: dataOf(error),
            cause,
          })
        }
      },
    ],
    customErrorResponseBodyEncoder: ({ code, status, message, data }) => ({
      code,
      status,
      message,
      ...(data === undefined ? {} : { data }),
    }),
  })
  return async (request) => {
    const { response } = await handler.handle(request, { prefix: '/api/v1', context: await contextOf(request.headers) })
    if (!response) return errorResponse(notFound())
    response.headers.set('cache-control', 'no-store')
    return response
  }
}

/** An error as REST answers it; `data.fields` maps a field to its message key. */
export function errorResponse(error: AppError): Response {
  const data = dataOf(error)
  const body = { code: error.code, status: error.status, message: fullErrorText(error.code), ...(data && { data }) }
  const headers = new Headers({ 'cache-control': 'no-store' })
  if (error.retryAfter !== undefined) headers.set('retry-after', String(error.retryAfter))
  return Response.json(body, { status: error.status, headers })
}

interface ErrorData {
  /** A field and the key of its message. */
  fields?: Record<string, string>
  /** Seconds. */
  retryAfter?: number
}

function dataOf({ fields, retryAfter }: AppError): ErrorData | undefined {
  const entries = Object.entries(fields)
  if (entries.length === 0 && retryAfter === undefined) return undefined
  return {
    ...(entries.length > 0 && { fields: Object.fromEntries(entries.map(([field, { key }]) => [field, key])) }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}
