import type { AppError } from '#errors/app-error.ts'
import { type LastChange, type Saved } from '#errors/app-error.ts'
import { createError } from '#errors/create-error.server.ts'
import { entityTag } from './entity-tag.ts'
import type { RpcContext } from './procedure.server.ts'

type Asked = Pick<RpcContext, 'ifMatch' | 'resHeaders'>
type Versioned = Saved & { version: number }

/** A row that is the answer, with its version as the answer's `ETag`. */
export function withEntityTag<Row extends { version: number }>({ resHeaders }: Asked, row: Row): Row {
  resHeaders?.set('etag', entityTag(row.version))
  return row
}

/** The versions that a change may start from, where the input and `If-Match` must both hold; undefined for any that is there. */
export function acceptedVersions({ ifMatch }: Asked, version: number | undefined): readonly number[] | undefined {
  const given = version === undefined ? undefined : [version]
  if (!ifMatch || ifMatch === '*') return given
  return given ? given.filter((one) => ifMatch.includes(one)) : ifMatch
}

/** A change that must say what it starts from, and does not. */
export const preconditionRequired = () => createError('PRECONDITION_REQUIRED')

/**
 * Why nothing was changed of what is there: PRECONDITION_FAILED by `If-Match`, with the tag of what is there, else CONFLICT
 * by the version of the input; both with `theirs`, and `changes` where it is given.
 */
export function versionConflict(
  asked: Asked,
  version: number | undefined,
  theirs: Versioned,
  changes?: Record<string, LastChange>,
): AppError {
  const { ifMatch } = asked
  const isByVersion = !ifMatch || ifMatch === '*' || (version !== undefined && ifMatch.includes(theirs.version))
  const data = { theirs, ...(changes && { changes }) }
  if (isByVersion) return createError('CONFLICT', data)
  withEntityTag(asked, theirs)
  return createError('PRECONDITION_FAILED', data)
}
