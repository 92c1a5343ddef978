import { AppError } from './app-error.ts'

/** CONTENT_TOO_LARGE, where a body could not be read since srvx reads no further than the limit of src/server.ts. */
export const tooLarge = (error: unknown): AppError | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    ? new AppError({ code: 'CONTENT_TOO_LARGE', status: 413 })
    : undefined
