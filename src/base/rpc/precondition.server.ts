import { createHash } from 'node:crypto'
import { inArray, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { AppError } from '#base/errors/app-error.ts'
import { type LastChange, type RowData } from '#base/errors/app-error.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { RpcContext } from './procedure.server.ts'

type Preconditions = Pick<RpcContext, 'ifMatch' | 'resHeaders'>
type Versioned = RowData & { version: number }

/**
 * Returns the row and sets the `ETag` of the response: its version, which a change starts from, and a hash, since what is read
 * with it changes without it: the loan of a copy, the name of a genre.
 */
export function withEntityTag<Row extends { version: number }>({ resHeaders }: Preconditions, row: Row): Row {
  const hash = () => createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 16)
  resHeaders?.set('etag', `"${row.version}-${hash()}"`)
  return row
}

/** The versions that both the input and `If-Match` allow a change to start from; undefined for any. */
function acceptedVersions({ ifMatch }: Preconditions, version: number | undefined): readonly number[] | undefined {
  const given = version === undefined ? undefined : [version]
  if (!ifMatch || ifMatch === '*') return given
  return given ? given.filter((candidate) => ifMatch.includes(candidate)) : ifMatch
}

type Changes = Record<string, LastChange> | undefined

interface VersionedWrite<Row extends Versioned> {
  /** The version that the input names. */
  version: number | undefined
  /** A deletion on our own pages needs no version; one by the REST API does. */
  isDeletion?: boolean
  column: AnyPgColumn
  /** Writes where the condition holds; answers with the rows that were written. */
  write: (isAccepted: SQL | undefined) => Promise<unknown[]>
  /** The row as it is now. Throws NOT_FOUND. */
  read: () => Promise<Row>
  /** Who has changed its fields last, for callers who may see that. */
  changes?: () => Promise<Changes>
}

/**
 * Changes or deletes a row only as it was read: the version stands in the input or in `If-Match`, and is compared in the
 * statement itself, so that no change can come between check and write. Throws what `read` throws,
 * PRECONDITION_REQUIRED without a version, and CONFLICT or PRECONDITION_FAILED for an outdated one.
 */
export async function writeVersion<Row extends Versioned>(
  context: Preconditions,
  { version, isDeletion = false, column, write, read, changes }: VersionedWrite<Row>,
): Promise<void> {
  const isMissing = version === undefined && (isDeletion ? context.ifMatch === null : !context.ifMatch)
  if (isMissing) {
    await read()
    throw createError('PRECONDITION_REQUIRED')
  }
  const versions = acceptedVersions(context, version)
  const written = await write(versions && inArray(column, [...versions]))
  if (written.length === 0) throw versionConflict(context, version, await read(), await changes?.())
}

/** As `writeVersion`, for a row that the transaction has locked because a change depends on what it was. */
export async function requireVersion(
  context: Preconditions,
  version: number | undefined,
  locked: Versioned,
  { isNeeded = false, changes }: { isNeeded?: boolean; changes?: () => Promise<Changes> } = {},
): Promise<void> {
  if (isNeeded && version === undefined && !context.ifMatch) throw createError('PRECONDITION_REQUIRED')
  if (acceptedVersions(context, version)?.includes(locked.version) === false)
    throw versionConflict(context, version, locked, await changes?.())
}

/**
 * The error of a change to an outdated version: CONFLICT if the input's version is outdated, PRECONDITION_FAILED with
 * the current `ETag` if `If-Match` is; both with `theirs`, and with `changes` if given.
 */
function versionConflict(
  context: Preconditions,
  version: number | undefined,
  theirs: Versioned,
  changes: Changes,
): AppError {
  const { ifMatch } = context
  const isByVersion = !ifMatch || ifMatch === '*' || (version !== undefined && ifMatch.includes(theirs.version))
  const data = { theirs, ...(changes && { changes }) }
  if (isByVersion) return createError('CONFLICT', data)
  withEntityTag(context, theirs)
  return createError('PRECONDITION_FAILED', data)
}
