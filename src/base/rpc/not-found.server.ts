import { createError } from '#base/errors/create-error.server.ts'
import { isUuid } from '#base/lib/uuid.ts'

/** The id as PostgreSQL writes it, if it is a UUID; throws NOT_FOUND for any other text, as for an unknown id. */
export function requireId(id: string): string {
  if (!isUuid(id)) throw createError('NOT_FOUND')
  return id.toLowerCase()
}

/** The first row; throws NOT_FOUND without one. */
export function requireRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw createError('NOT_FOUND')
  return row
}
