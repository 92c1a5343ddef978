import type { AppError } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { formatBytes } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { UPLOAD_LIMIT } from '../stored-upload.ts'

/** CONTENT_TOO_LARGE if `error` is srvx's for a body over the limit of src/server.ts, else undefined. */
export const tooLarge = (error: unknown): AppError | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    ? createError('CONTENT_TOO_LARGE')
    : undefined

/** CONTENT_TOO_LARGE for a file, saying how large it may be; one to be imported can be split. */
export const fileTooLarge = (limit = UPLOAD_LIMIT): AppError =>
  createError('CONTENT_TOO_LARGE', {
    sentence: (limit === UPLOAD_LIMIT ? m.import_limit : m.error_CONTENT_TOO_LARGE)({ limit: formatBytes(limit) }),
  })
