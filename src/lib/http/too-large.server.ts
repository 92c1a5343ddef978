import type { AppError } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { formatBytes } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { UPLOAD_LIMIT } from '../stored-upload.ts'

/** CONTENT_TOO_LARGE if `error` is srvx's for a body over the limit of src/server.ts, else undefined. */
export const tooLarge = (error: unknown): AppError | undefined =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BODY_TOO_LARGE'
    ? createError('CONTENT_TOO_LARGE')
    : undefined

/** CONTENT_TOO_LARGE for a file, saying how large it may be. */
export const fileTooLarge = (): AppError =>
  createError('CONTENT_TOO_LARGE', { sentence: m.import_limit({ limit: formatBytes(UPLOAD_LIMIT) }) })
