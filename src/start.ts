import { createSerializationAdapter } from '@tanstack/react-router'
import { createStart } from '@tanstack/react-start'
import { AppError } from '#base/errors/app-error.ts'
import { serverFunctionFetch } from '#base/rpc/server-function-fetch.ts'
import { errorMiddleware } from '#base/rpc/function-middleware.ts'

const appErrorAdapter = createSerializationAdapter({
  key: 'app-error',
  test: (value) => value instanceof AppError,
  toSerializable: (error) => error.toJSON(),
  fromSerializable: (shape) => new AppError(shape),
})

/**
 * The configuration of TanStack Start for all server functions. base/http/request-checks.server.ts has rejected foreign
 * origins before, for reads too.
 */
export const startInstance = createStart(() => ({
  functionMiddleware: [errorMiddleware],
  serializationAdapters: [appErrorAdapter],
  serverFns: { fetch: serverFunctionFetch },
}))
