import { isDeepStrictEqual } from 'node:util'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { withActor, type ActingUser, type Transaction } from '#db/actor.server.ts'
import { db, type Queryable } from '#db/connection/client.server.ts'
import { bookImport, type ImportChoices } from '#db/tables/book-import.ts'
import { dropUpload, hasUpload, moveUpload, readUpload } from '#db/uploads.server.ts'
import { createError } from '#errors/create-error.server.ts'
import type { FileShape, FileSource } from '#formats/file-table.ts'
import { inspectFile } from '#formats/inspect-file.server.ts'
import { newId } from '#lib/id.ts'
import { lookUp } from '#lib/list/look-up.ts'
import type { StoredUpload } from '#lib/stored-upload.ts'
import { importFields, isKnownHeader, requireKnownFields } from './shared/column-names.server.ts'
import { countPlanned } from './copies/plan-copies.server.ts'
import { requireGenres } from './staging/import-genre.server.ts'
import { DEFAULT_CHOICES } from './import-choices.schema.ts'
import type { SeenImport } from './import.schema.ts'
import { discardImport } from './import-drafts.server.ts'
import { collectJob } from './lookup/collect.server.ts'
import { stopLookup } from './lookup/import-lookup.server.ts'
import { finishImport, importJob } from './run/import-runner.server.ts'
import { chooseColumns, isHeaderless, openSampled, cellsOfColumn } from './file/import-sample.server.ts'
import { findSimilar } from './staging/import-similar.server.ts'
import { hasOwnIds, stageRows } from './staging/import-staging.server.ts'
import { columnsForReaders, showToReaders } from './staging/details-for-readers.server.ts'
import { areTurned } from '#features/book/shared/turn-names.server.ts'
import { previewing } from './staging/previewing.server.ts'
import { rememberedChoices } from './staging/remembered-choices.server.ts'
import { undoUncounted } from './run/import-undo.server.ts'
import type { ImportRecord } from './run/import-write.server.ts'

/** A file that is to be imported. */
export interface NewImport {
  upload: Omit<StoredUpload, 'digest'>
  /** Null for the command line. */
  userId: string | null
  /** The column of a field whose name is not recognised. */
  map?: Readonly<Record<string, string>>
  /** The import that it is like, whose file it takes over. */
  former?: ImportRecord
  /** How the file is read, where it is not to be guessed. */
  read?: Partial<Pick<FileShape, 'encoding' | 'hasHeader'>>
  /** What is chosen already. */
  choices?: Partial<ImportChoices>
}

const sourceOf = ({ id, size }: Pick<StoredUpload, 'id' | 'size'>): FileSource => ({ size, open: () => readUpload(id) })

/**
 * Makes an import of an uploaded file: recognises the file, finds its columns, and reads its rows. It waits for its
 * start. Throws FileFault for a file that cannot be read; then the upload is dropped.
 */
export async function createImport({
  upload,
  userId,
  map = {},
  read = {},
  choices: chosen = {},
  former,
}: NewImport): Promise<ImportRecord> {
  try {
    return await previewing(async () => {
      const source = sourceOf(former ?? upload)
      const guessed = former?.shape ?? { ...(await inspectFile(source, isKnownHeader)), ...read }
      const first = await openSampled(source, guessed)
      const isGuess = !former && read.hasHeader === undefined
      const shape = isGuess && isHeaderless(guessed, first) ? { ...guessed, hasHeader: false } : guessed
      const table = shape === guessed ? first : await openSampled(source, shape)
      const remembered = await rememberedChoices(table.header, upload)
      const columns =
        former?.columns ?? chooseColumns(shape, table, { ...remembered.columns, ...map }, await importFields())
      const isTurned = !hasOwnIds(table, columns) && areTurned(cellsOfColumn(table, columns.author))
      const choices = {
        ...DEFAULT_CHOICES,
        turnsNames: isTurned,
        fillsOnly: remembered.isAgain,
        genres: userId === null ? {} : remembered.genres,
        forReaders: await columnsForReaders(table.header, columns),
        ...chosen,
        ...former?.choices,
      }
      const { id, filename, size } = upload
      return db.transaction(async (tx) => {
        // Together with the import, so that the file is not lost where that is not made.
        if (former && !(await moveUpload(tx, former.id, id))) throw createError('NOT_FOUND')
        await tx
          .insert(bookImport)
          .values({ id, filename, size, shape, header: table.header, columns, choices, userId })
        await stageRows(tx, id, table, columns, choices)
        return findImport(id, tx)
      })
    })
  } catch (error) {
    await dropUpload(db, upload.id)
    throw error
  }
}

interface Corrections {
  shape?: FileShape | undefined
  columns?: Record<string, number> | undefined
  choices?: ImportChoices | undefined
}

/**
 * Corrects a waiting import; unless only what becomes of the books was chosen, its rows are read again. The import stays
 * locked meanwhile: a concurrent start or correction waits. Throws FileFault, IMPORT_STATE.
 */
export const changeImport = (id: string, corrections: Corrections): Promise<ImportRecord> =>
  previewing(() => correct(id, corrections))

/** Whether rows become something else by other choices: those for the books that they are do not count. */
function readsOtherwise(before: ImportChoices, after: ImportChoices): boolean {
  const { genreId: _genre, changesBooks: _changes, addsSimilar: _similar, ...rest } = after
  return Object.entries(rest).some(([one, value]) => !isDeepStrictEqual(lookUp<unknown>({ ...before }, one), value))
}

const correct = (id: string, { shape, columns, choices }: Corrections): Promise<ImportRecord> =>
  db.transaction(async (tx) => {
    const [record] = await tx.select().from(bookImport).where(eq(bookImport.id, id)).for('update')
    if (!record) throw createError('NOT_FOUND')
    if (record.state !== 'waiting' || !record.shape) throw createError('IMPORT_STATE')
    if (choices) await requireGenres(tx, choices)
    if (choices) await tx.update(bookImport).set({ choices }).where(eq(bookImport.id, id))
    const before = { ...DEFAULT_CHOICES, ...record.choices }
    const nextChoices = choices ?? before
    if (!shape && !columns && !readsOtherwise(before, nextChoices)) {
      const copies = await countPlanned(tx, { ...record, choices: nextChoices })
      await tx.update(bookImport).set({ copies }).where(eq(bookImport.id, id))
      return findImport(id, tx)
    }
    const nextShape = shape ?? record.shape
    const table = await openSampled(sourceOf(record), nextShape)
    const fields = await importFields()
    const isSameHeader = table.header.join('\0') === record.header.join('\0')
    const chosen = columns ?? (isSameHeader ? record.columns : chooseColumns(nextShape, table, {}, fields))
    requireKnownFields(chosen, table.header, fields)
    await tx
      .update(bookImport)
      .set({ shape: nextShape, header: table.header, columns: chosen })
      .where(eq(bookImport.id, id))
    await stageRows(tx, id, table, chosen, nextChoices)
    return findImport(id, tx)
  })

/** The import; throws NOT_FOUND. */
export async function findImport(id: string, on: Queryable = db): Promise<ImportRecord> {
  const [record] = await on.select().from(bookImport).where(eq(bookImport.id, id))
  if (!record) throw createError('NOT_FOUND')
  return record
}

/** The import, if it is in one of the states; else IMPORT_STATE, or NOT_FOUND. */
async function requireState(id: string, states: readonly ImportRecord['state'][]): Promise<ImportRecord> {
  const record = await findImport(id)
  if (!states.includes(record.state)) throw createError('IMPORT_STATE')
  return record
}

/** Changes an import that is in one of the states, with `also` in the same transaction; else IMPORT_STATE, or NOT_FOUND. */
async function moveTo(
  id: string,
  from: readonly ImportRecord['state'][],
  set: PgUpdateSetSource<typeof bookImport>,
  also?: (tx: Transaction, moved: ImportRecord) => Promise<void>,
): Promise<void> {
  await requireState(id, from)
  await withActor('none', async (tx) => {
    const [moved] = await tx
      .update(bookImport)
      .set(set)
      .where(and(eq(bookImport.id, id), inArray(bookImport.state, [...from])))
      .returning()
    if (!moved) throw createError('IMPORT_STATE')
    await also?.(tx, moved)
  })
  importJob.wake()
  collectJob.wake()
}

/** Starts a waiting import, in the name of the caller. VALIDATION_ERROR at `title` without its column; IMPORT_STATE for another preview than was `seen`. */
export async function startImport(id: string, actor?: ActingUser, seen?: SeenImport): Promise<void> {
  const { columns, ...record } = await requireState(id, ['waiting'])
  const choices = { ...DEFAULT_CHOICES, ...record.choices }
  if (seen && !isDeepStrictEqual({ columns, choices }, seen)) throw createError('IMPORT_STATE')
  if (columns.title === undefined)
    throw createError('VALIDATION_ERROR', { fields: { title: { key: 'validation_required' } } })
  if (!choices.addsSimilar) await findSimilar(id)
  await moveTo(
    id,
    ['waiting'],
    {
      ...(actor && { userId: actor.userId }),
      state: 'running',
      // The database's clock, as the times of the books that are added: what was added since is known by it.
      startedAt: sql`now()`,
      processed: 0,
    },
    (tx) => showToReaders(tx, { ...record, columns }, choices),
  )
}

export const pauseImport = (id: string): Promise<void> => moveTo(id, ['running'], { state: 'paused' })
/** Goes on with a paused import in the name of the caller, or with a failed one from the rows at which it failed. */
export async function resumeImport(id: string, { userId }: ActingUser): Promise<void> {
  const { step } = await requireState(id, ['paused', 'failed'])
  const doer = step === 'undo' ? { undoneBy: userId } : { userId }
  await moveTo(id, ['paused', 'failed'], { ...doer, state: 'running', finishedAt: null, failure: null })
}

/** Ends an import before its last row; what it has written stays. A waiting import is discarded, and one that looks up is stopped. */
export async function cancelImport(id: string): Promise<void> {
  const record = await requireState(id, ['waiting', 'running', 'paused', 'failed'])
  if (record.step === 'collect') return stopLookup(id)
  if (record.state === 'waiting') {
    if (!(await discardImport(id))) throw createError('IMPORT_STATE')
    return
  }
  if (record.step === 'undo' || record.state === 'failed') throw createError('IMPORT_STATE')
  // The counts of the preview, unless the first rows are written meanwhile.
  await db
    .update(bookImport)
    .set({ created: 0, updated: 0, unchanged: 0, refused: 0, copies: 0 })
    .where(and(eq(bookImport.id, id), eq(bookImport.processed, 0)))
  if (!(await finishImport(await findImport(id), 'cancelled'))) throw createError('IMPORT_STATE')
}

/** Takes back what an ended import has written, in the name of the caller; books that were changed since are kept. */
export async function undoImport(id: string, { userId }: ActingUser): Promise<void> {
  const before = await requireState(id, ['done', 'cancelled', 'failed'])
  if (before.step === 'collect') throw createError('IMPORT_STATE')
  // Where an undo has failed before, what was not counted is taken back already.
  const also = before.step === 'write' ? undoUncounted : undefined
  await moveTo(id, ['done', 'cancelled', 'failed'], { state: 'running', step: 'undo', undoneBy: userId }, also)
}

/** Makes an import, which waits, of the file of one that was undone: it takes the file over. NOT_FOUND without it. */
export async function importAgain(id: string, { userId }: ActingUser): Promise<ImportRecord> {
  const former = await requireState(id, ['undone'])
  const { filename, size } = former
  if (!(await hasUpload(id))) throw createError('NOT_FOUND')
  return createImport({ upload: { id: newId(), filename, size }, userId, former })
}
