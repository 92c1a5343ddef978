import { inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AppError } from '#errors/app-error.ts'
import { type LastChange, type RowData } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { entityTag } from './entity-tag.ts'
import type { RpcContext } from './procedure.server.ts'

type Preconditions = Pick<RpcContext, 'ifMatch' | 'resHeaders'>
type Versioned = RowData & { version: number }

/** Returns the row and sets its version as the `ETag` of the response. */
export function withEntityTag<Row extends { version: number }>({ resHeaders }: Preconditions, row: Row): Row {
  resHeaders?.set('etag', entityTag(row.version))
  return row
}

/** The versions that both the input and `If-Match` allow a change to start from; undefined for any. */
export function acceptedVersions(
  { ifMatch }: Preconditions,
  version: number | undefined,
): readonly number[] | undefined {
  const given = version === undefined ? undefined : [version]
  if (!ifMatch || ifMatch === '*') return given
  return given ? given.filter((candidate) => ifMatch.includes(candidate)) : ifMatch
}

/**
 * For `where`: the row has one of these versions; undefined for any. Compared in the statement itself, so that no change can
 * come between check and update.
 */
export const hasVersion = (column: AnyPgColumn, versions: readonly number[] | undefined): SQL | undefined =>
  versions && inArray(column, [...versions])

/** The error of a change that names no version although it must. */
export const preconditionRequired = () => createError('PRECONDITION_REQUIRED')

/**
 * The error of a change to an outdated version: CONFLICT if the input's version is outdated, PRECONDITION_FAILED with
 * the current `ETag` if `If-Match` is; both with `theirs`, and with `changes` if given.
 */
export function versionConflict(
  context: Preconditions,
  version: number | undefined,
  theirs: Versioned,
  changes?: Record<string, LastChange>,
): AppError {
  const { ifMatch } = context
  const isByVersion = !ifMatch || ifMatch === '*' || (version !== undefined && ifMatch.includes(theirs.version))
  const data = { theirs, ...(changes && { changes }) }
  if (isByVersion) return createError('CONFLICT', data)
  withEntityTag(context, theirs)
  return createError('PRECONDITION_FAILED', data)
}
