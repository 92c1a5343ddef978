import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'

/** CONTENT_TOO_LARGE if `error` is srvx's for a body over the limit of src/server.ts, else undefined. */
export const tooLarge = (error: unknown): AppError | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    ? createError('CONTENT_TOO_LARGE')
    : undefined
