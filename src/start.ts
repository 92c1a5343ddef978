import { createSerializationAdapter } from '@tanstack/react-router'
import { createCsrfMiddleware, createIsomorphicFn, createStart } from '@tanstack/react-start'
import { env } from '#env/env.server.ts'
import { AppError } from '#lib/app-error.ts'
import { answeredFetch } from '#rpc/answered-fetch.ts'
import { errorMiddleware } from '#rpc/function-middleware.ts'

const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value) => value instanceof AppError,
  toSerializable: (error) => error.toJSON(),
  fromSerializable: (shape) => new AppError(shape),
})

const isOurs = createIsomorphicFn()
  .server((origin: string) => env().origins.includes(origin))
  .client(() => false)

// http/request-checks has already refused foreign origins; this is TanStack Start's own second lock. A
// program that sends none of a browser's headers brings no visitor's cookies.
const csrf = createCsrfMiddleware({
  filter: ({ handlerType }) => handlerType === 'serverFn',
  origin: (origin) => isOurs(origin),
  allowRequestsWithoutOriginCheck: true,
})

/** What TanStack Start does around every request and every server function. */
export const startInstance = createStart(() => ({
  requestMiddleware: [csrf],
  functionMiddleware: [errorMiddleware],
  serializationAdapters: [appErrorAdapter],
  serverFns: { fetch: answeredFetch },
}))
