import { getTableName, sql } from 'drizzle-orm'
import { nounPermission } from '#base/auth/permissions.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { RECORDED_TABLES, RESTORABLE } from '#base/db/noun-tables.server.ts'
import { restoreRows } from '#base/db/deleted-rows.server.ts'
import {
  fieldNotUndone,
  fieldOfColumn,
  notUndoneForGood,
  notUndoneGone,
  valuesToRestore,
  type Entry,
  type Values,
} from './former-values.server.ts'
import type { Undone } from '../undo/undo.schema.ts'
import { eachOf, type Undo } from '#kit/slice.server.ts'
import { now } from '#base/lib/clock.ts'
import type { RecordedNoun } from '#nouns.ts'

// Takes changes of the nouns back whose deleted rows are kept (`base/db/deleted-rows.server.ts`).

const tableOf = ({ subjectKind }: Entry) => RECORDED_TABLES[subjectKind].table

/**
 * The row of an entry, locked, by column.
 *
 * @public for the floors above
 */
export async function lockRow(tx: Transaction, entry: Entry): Promise<Values | undefined> {
  const { rows } = await tx.execute<{ doc: Values }>(sql`
    select to_jsonb(r) as doc from ${tableOf(entry)} as r where id = ${entry.subjectId}::uuid for update`)
  return rows[0]?.doc
}

/**
 * What else a noun does when changes of its rows are taken back; in the same transaction.
 *
 * @public for the floors above
 */
export interface RowUndoRules {
  /** Runs before the fields of a row get their former values; `values` by column. */
  updating?: (tx: Transaction, entry: Entry, row: Values, values: Values) => Promise<void>
  /** Runs before a row that was added is deleted. Throws what forbids the deletion. */
  deleting?: (tx: Transaction, id: string) => Promise<void>
  /** Runs after a row was changed, deleted or restored. */
  done?: (tx: Transaction) => Promise<void>
}

/**
 * Gives the fields of a row their former values. What a constraint refuses is thrown.
 *
 * @public for the floors above
 */
export async function undoRowUpdate(tx: Transaction, entry: Entry, { updating }: RowUndoRules = {}): Promise<Undone> {
  const row = await lockRow(tx, entry)
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { values, kept } = valuesToRestore(entry, row)
  const columns = Object.keys(values)
  await updating?.(tx, entry, row, values)
  if (columns.length > 0)
    await tx.execute(sql`
      update ${tableOf(entry)} as r set version = r.version + 1, updated_at = ${now()}, ${sql.join(
        columns.map((column) => sql`${sql.identifier(column)} = former.${sql.identifier(column)}`),
        sql`, `,
      )}
      from jsonb_populate_record(null::${tableOf(entry)}, ${JSON.stringify(values)}::jsonb) as former
      where r.id = ${entry.subjectId}::uuid`)
  return { fields: columns.map(fieldOfColumn), kept }
}

/** Deletes a row that is still as it was added or restored; it is kept as any other that is deleted. */
async function undoCreate(tx: Transaction, entry: Entry, { deleting }: RowUndoRules): Promise<Undone> {
  const row = await lockRow(tx, entry)
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { kept } = valuesToRestore(entry, row)
  if (kept.length > 0) return { fields: [], kept }
  await deleting?.(tx, entry.subjectId)
  await tx.execute(sql`delete from ${tableOf(entry)} where id = ${entry.subjectId}::uuid`)
  return { fields: [entry.subjectKind], kept }
}

/** Restores a deleted row. */
async function undoDelete(tx: Transaction, entry: Entry): Promise<Undone> {
  const table = tableOf(entry)
  const [restored] = await restoreRows(tx, table, [entry.subjectId])
  if (restored !== undefined) return { fields: [entry.subjectKind], kept: [] }
  const { rows } = await tx.execute(sql`
    select from deleted_row where kind = ${getTableName(table)} and id = ${entry.subjectId}::uuid`)
  return { fields: [], kept: [rows.length > 0 ? fieldNotUndone(entry, 'name', 'taken') : notUndoneForGood()] }
}

const UNDOS = [
  { change: 'create', access: 'delete', needs: 'item', run: undoCreate },
  { change: 'restore', access: 'delete', needs: 'item', run: undoCreate },
  { change: 'update', access: 'update', needs: 'item', run: undoRowUpdate },
  { change: 'delete', access: 'delete', needs: 'deleted', run: undoDelete },
] as const

/**
 * How each change of a noun's rows is taken back, by its action.
 *
 * @public for the floors above
 */
export const undosOfRows = (noun: RecordedNoun, rules: RowUndoRules = {}): Record<string, Undo> =>
  Object.fromEntries(
    UNDOS.map(({ change, access, needs, run }) => [
      `${noun}.${change}`,
      {
        permission: nounPermission(noun, access),
        needs,
        run: eachOf(async (tx, entry) => {
          const undone = await run(tx, entry, rules)
          await rules.done?.(tx)
          return undone
        }),
      },
    ]),
  )

/** `undosOfRows` of every RESTORABLE noun; a noun with rules of its own contributes its undos by its slice. */
export const rowUndos: Record<string, Undo> = Object.assign({}, ...RESTORABLE.map((noun) => undosOfRows(noun)))
