import { getTableName, sql } from 'drizzle-orm'
import { nounPermission } from '#auth/permissions.ts'
import type { Transaction } from '#db/actor.server.ts'
import { RECORDED_TABLES, RESTORABLE } from '#db/noun-tables.server.ts'
import { restoreRows } from '#db/deleted-rows.server.ts'
import {
  fieldNotUndone,
  fieldOfColumn,
  notUndoneForGood,
  notUndoneGone,
  valuesToRestore,
  type Entry,
  type Values,
} from '#features/activity/shared/former-values.server.ts'
import type { Undone } from '#features/activity/undo/undo.schema.ts'
import { conditionSchema } from '#features/copy/copy.schema.ts'
import { requireNeverLent } from '#features/copy/shared/never-lent.server.ts'
import { settleHolds } from '#features/loan/shared/holds.server.ts'
import { takeConditionBack } from '#features/loan/shared/lost-loan.server.ts'
import { now } from '#lib/clock.ts'

// Takes changes of the nouns back whose deleted rows are kept (`db/deleted-rows.server.ts`).

const tableOf = ({ subjectKind }: Entry) => RECORDED_TABLES[subjectKind].table

/** The row of an entry, locked, by column. */
export async function lockRow(tx: Transaction, entry: Entry): Promise<Values | undefined> {
  const { rows } = await tx.execute<{ doc: Values }>(sql`
    select to_jsonb(r) as doc from ${tableOf(entry)} as r where id = ${entry.subjectId}::uuid for update`)
  return rows[0]?.doc
}

/** Gives the fields of a row their former values. What a constraint refuses is thrown. */
export async function undoRowUpdate(tx: Transaction, entry: Entry): Promise<Undone> {
  const row = await lockRow(tx, entry)
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { values, kept } = valuesToRestore(entry, row)
  const columns = Object.keys(values)
  if (entry.subjectKind === 'copy')
    await takeConditionBack(
      tx,
      {
        copyId: entry.subjectId,
        before: conditionSchema.parse(row.condition),
        after: conditionSchema.parse(values.condition ?? row.condition),
      },
      entry.at,
    )
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
async function undoCreate(tx: Transaction, entry: Entry): Promise<Undone> {
  const row = await lockRow(tx, entry)
  if (!row) return { fields: [], kept: [notUndoneGone()] }
  const { kept } = valuesToRestore(entry, row)
  if (kept.length > 0) return { fields: [], kept }
  if (entry.subjectKind === 'copy') await requireNeverLent(tx, entry.subjectId)
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

type Run = (tx: Transaction, entry: Entry) => Promise<Undone>

/** A change of a copy, with what it means for who waits. */
const settled =
  (run: Run): Run =>
  async (tx, entry) => {
    const undone = await run(tx, entry)
    await settleHolds(tx)
    return undone
  }

const UNDOS = [
  { change: 'create', access: 'delete', needs: 'item', run: undoCreate },
  { change: 'restore', access: 'delete', needs: 'item', run: undoCreate },
  { change: 'update', access: 'update', needs: 'item', run: undoRowUpdate },
  { change: 'delete', access: 'delete', needs: 'deleted', run: undoDelete },
] as const

/** How each change of these nouns is taken back, by its action. */
export const rowUndos = Object.fromEntries(
  RESTORABLE.flatMap((noun) =>
    UNDOS.map(({ change, access, ...undo }) => [
      `${noun}.${change}`,
      { ...undo, run: noun === 'copy' ? settled(undo.run) : undo.run, permission: nounPermission(noun, access) },
    ]),
  ),
)
