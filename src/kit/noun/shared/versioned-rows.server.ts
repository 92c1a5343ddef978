import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { lastChanges } from '#base/db/last-changes.server.ts'
import type { RowData } from '#base/errors/app-error.ts'
import { now } from '#base/lib/clock.ts'
import type { RecordedNoun } from '#nouns.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { withEntityTag, writeVersion } from '#base/rpc/precondition.server.ts'
import { hasAccess, type RpcContext } from '#base/rpc/procedure.server.ts'

export type WriteContext = Omit<RpcContext, 'session'> & { session: CurrentSession }

type Versioned = RowData & { id: string; version: number }

interface VersionedRows<Row extends Versioned> {
  table: PgTable & Record<'id' | 'version' | 'updatedAt', PgColumn>
  /** One row. Throws NOT_FOUND. */
  find: (id: string, tx: Transaction) => Promise<Row>
  /** The noun and the fields of which the activity knows who changed them last. */
  recorded?: { kind: RecordedNoun; fields: readonly string[] }
}

/** Answers a POST with the row that it has added: `ETag`, `Location`, and for a repeated request. */
export async function answerCreated<Row extends Versioned>(
  context: WriteContext,
  path: `/${string}`,
  row: Row,
): Promise<Row> {
  context.resHeaders?.set('location', `/api/v1${path}/${row.id}`)
  const added = withEntityTag(context, row)
  await context.storeResponse?.(added)
  return added
}

/**
 * Changes and deletes rows of a table in the version that the input or `If-Match` names: NOT_FOUND,
 * PRECONDITION_REQUIRED without one, CONFLICT or PRECONDITION_FAILED with `theirs` for an outdated one.
 */
export const versionedRows = <Row extends Versioned>({ table, find, recorded }: VersionedRows<Row>) => ({
  /** Sets the fields that are given; returns the row as it is now, with its `ETag`. */
  async update(
    tx: Transaction,
    context: WriteContext,
    { id: given, version, ...fields }: { id: string; version?: number | undefined } & Record<string, unknown>,
  ): Promise<Row> {
    const id = requireId(given)
    const changes = { ...fields, version: sql`${table.version} + 1`, updatedAt: now() }
    await writeVersion(context, {
      version,
      column: table.version,
      write: (isAccepted) =>
        tx
          .update(table)
          .set(changes)
          .where(and(eq(table.id, id), isAccepted))
          .returning({ id: table.id }),
      read: () => find(id, tx),
      changes: async () =>
        recorded && hasAccess(context.session, 'apps:manager')
          ? lastChanges(tx, { kind: recorded.kind, id }, recorded.fields)
          : undefined,
    })
    return withEntityTag(context, await find(id, tx))
  },

  /** Deletes a row, or does what `write` says. */
  async remove(
    tx: Transaction,
    context: WriteContext,
    { id: given, version }: { id: string; version?: number | undefined },
    write = (isIt: SQL | undefined): Promise<unknown[]> => tx.delete(table).where(isIt).returning({ id: table.id }),
  ): Promise<void> {
    const id = requireId(given)
    await writeVersion(context, {
      version,
      isDeletion: true,
      column: table.version,
      write: (isAccepted) => write(and(eq(table.id, id), isAccepted)),
      read: () => find(id, tx),
    })
  },
})
