import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'

/** CONTENT_TOO_LARGE, where a body could not be read since srvx reads no further than the limit of src/server.ts. */
export const tooLarge = (error: unknown): AppError | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    ? createError('CONTENT_TOO_LARGE')
    : undefined
