import { eq } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { readUpload } from '#base/db/uploads.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { importIdSchema } from '#exchange/import/import.schema.ts'
import { withFileErrors } from '#exchange/import/shared/file-sentence.server.ts'
import { toShape } from '#exchange/import/shared/to-shape.ts'
import { previewing } from '#exchange/import/shared/previewing.server.ts'
import { listClassListRows } from './class-list-rows.server.ts'
import {
  classListChangeSchema,
  classListRowsInputSchema,
  classListRowsSchema,
  classListSchema,
  findingsSchema,
  type ClassList,
} from './class-list.schema.ts'
import { findClassList, stageAgain } from './stage-class-list.server.ts'
import { NEWEST_CLASS } from './write-class-list.server.ts'

async function viewClassList(id: string): Promise<ClassList> {
  const list = await findClassList(db, id)
  if (!list) throw createError('NOT_FOUND')
  const { rows } = await db.execute<{ name: string }>(NEWEST_CLASS)
  return {
    ...findingsSchema.parse(list.findings),
    id,
    choices: list.choices,
    rulesOf: rows.find(({ name }) => name !== '')?.name ?? null,
    groupsMade: list.groupsAdded.length,
  }
}

/** What the preview or report of a class list shows beside what every import does; NOT_FOUND. */
const get = procedure('borrower:create', { takenBack: 'nothing' })
  .input(importIdSchema)
  .output(classListSchema)
  .handler(({ input }) => viewClassList(requireId(input.id)))

/** A page of the rows of a class list. */
const rows = procedure('borrower:create', { takenBack: 'nothing' })
  .input(classListRowsInputSchema)
  .output(classListRowsSchema)
  .handler(({ input }) => listClassListRows(input))

/** Corrects how a waiting list is read, and what it does, and reads it again. FILE_REFUSED, IMPORT_STATE, NOT_FOUND. */
const change = procedure('borrower:create', { takenBack: 'again' })
  .input(classListChangeSchema)
  .output(classListSchema)
  .handler(async ({ input }) => {
    await withFileErrors(() => previewing(() => db.transaction((tx) => correct(tx, input))))
    return viewClassList(input.id)
  })

type Change = z.output<typeof classListChangeSchema>

async function correct(tx: Transaction, { id, shape, columns, choices }: Change): Promise<void> {
  // The import stays locked meanwhile: a concurrent start or correction waits.
  const [record] = await tx.select().from(bookImport).where(eq(bookImport.id, id)).for('update')
  const list = await findClassList(tx, id)
  if (!record || !list) throw createError('NOT_FOUND')
  if (record.state !== 'waiting') throw createError('IMPORT_STATE')
  const { filename, size } = record
  const source = { size, open: () => readUpload(id) }
  const file = { id, filename, shape: shape ? toShape(shape) : record.shape, source }
  const given = columns ?? (shape ? undefined : record.columns)
  const staged = await stageAgain(tx, file, choices ?? list.choices, given)
  await tx.update(bookImport).set(staged).where(eq(bookImport.id, id))
}

/** The procedures of class lists. */
export const classListRouter = { get, rows, change }
