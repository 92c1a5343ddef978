import { isDeepStrictEqual } from 'node:util'
import { eq, sql } from 'drizzle-orm'
import type { ActingUser } from '#base/db/actor.server.ts'
import { db, type Queryable } from '#base/db/connection/client.server.ts'
import { bookImport, type ImportChoices } from '#base/db/tables/book-import.ts'
import { dropUpload, hasUpload, moveUpload, readUpload } from '#base/db/uploads.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import type { FileSource } from '#base/formats/file-table.ts'
import { canMove, type BatchMoveName } from '#base/lib/batch-states.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { inspectFile } from '#base/formats/inspect-file.server.ts'
import { newId } from '#base/lib/id.ts'
import type { StoredUpload } from '#base/lib/stored-upload.ts'
import type { BatchMoveOptions } from '#kit/batch/shared/batch.server.ts'
import { importFields, isKnownHeader, requireKnownFields } from './shared/column-names.server.ts'
import { countPlanned } from './copies/plan-copies.server.ts'
import { requireGenres } from './staging/import-genre.server.ts'
import { DEFAULT_CHOICES } from './import-choices.schema.ts'
import { readsOtherwise, shownChoices } from './import-choices.server.ts'
import type { SeenImport } from './import.schema.ts'
import { discardImport } from './import-drafts.server.ts'
import { collectJob } from './lookup/collect.server.ts'
import { insertOther, kindOf, recogniseOther, type AboutFile } from './other/other-imports.server.ts'
import { stopLookup } from './lookup/import-lookup.server.ts'
import { finishImport, importJob } from './run/import-runner.server.ts'
import { chooseColumns, isHeaderless, openSampled, cellsOfColumn } from './file/import-sample.server.ts'
import { findSimilar } from './staging/import-similar.server.ts'
import { hasOwnIds, stageRows } from './staging/import-staging.server.ts'
import { columnsForReaders, showToReaders, ticksAgain, touchedTicks } from './staging/details-for-readers.server.ts'
import { areTurned } from '#catalogue/book/shared/turn-names.server.ts'
import { previewing } from './shared/previewing.server.ts'
import { rememberedChoices } from './staging/remembered-choices.server.ts'
import { undoUncounted } from './run/import-undo.server.ts'
import { imports, type ImportRecord } from './run/import-write.server.ts'

/** A file that is to be imported. */
export interface NewImport {
  upload: Omit<StoredUpload, 'digest'>
  /** Who imports; null for the command line. */
  userId: string | null
  /** The column of a field whose name is not recognised. */
  map?: Readonly<Record<string, string>>
  /** The undone import that is made again, whose file the new one takes over. */
  former?: ImportRecord
  /** How the file is read, where it is not to be guessed. */
  read?: Partial<Pick<FileShape, 'encoding' | 'hasHeader'>>
  /** What is chosen already. */
  choices?: Partial<ImportChoices>
  /** What the rows are; books without it. */
  rowsAre?: AboutFile
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
  rowsAre = { about: former?.about ?? 'book' },
}: NewImport): Promise<ImportRecord> {
  try {
    return await previewing(async () => {
      const source = sourceOf(former ?? upload)
      const other = await recogniseOther(source, rowsAre)
      if (other) {
        const file = { ...other, ...(former && { shape: former.shape }), source, userId, former: former?.id }
        return db.transaction(async (tx) => {
          await insertOther(tx, { ...file, id: upload.id, filename: upload.filename })
          if (former && !(await moveUpload(tx, former.id, upload.id))) throw createError('NOT_FOUND')
          return findImport(upload.id, tx)
        })
      }
      const guessed = former?.shape ?? { ...(await inspectFile(source, isKnownHeader)), ...read }
      const first = await openSampled(source, guessed)
      const isGuess = !former && read.hasHeader === undefined
      const shape = isGuess && isHeaderless(guessed, first) ? { ...guessed, hasHeader: false } : guessed
      const table = shape === guessed ? first : await openSampled(source, shape)
      const remembered = await rememberedChoices(table.header, upload)
      const columns =
        former?.columns ?? chooseColumns(shape, table, { ...remembered.columns, ...map }, await importFields())
      const isTurned = !hasOwnIds(table, columns) && areTurned(cellsOfColumn(table, columns.author))
      const shown = await columnsForReaders(table.header, columns)
      const choices = {
        ...DEFAULT_CHOICES,
        turnsNames: isTurned,
        fillsOnly: remembered.isAgain,
        genres: userId === null ? {} : remembered.genres,
        forReaders: shown,
        readersTouched: [],
        ...chosen,
        ...former?.choices,
        ...(former && ticksAgain(shown, former.choices)),
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

const correct = (id: string, { shape, columns, choices }: Corrections): Promise<ImportRecord> =>
  db.transaction(async (tx) => {
    const [record] = await tx.select().from(bookImport).where(eq(bookImport.id, id)).for('update')
    if (!record) throw createError('NOT_FOUND')
    if (record.state !== 'waiting' || !record.shape || record.about !== 'book') throw createError('IMPORT_STATE')
    const before = { ...DEFAULT_CHOICES, ...record.choices }
    const nextChoices = choices ? { ...choices, ...touchedTicks(before, choices) } : before
    if (choices) await requireGenres(tx, choices)
    if (choices) await tx.update(bookImport).set({ choices: nextChoices }).where(eq(bookImport.id, id))
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
export const findImport = (id: string, on: Queryable = db): Promise<ImportRecord> => imports.require(id, on)

/** Makes a move, and wakes what does the work of its state. IMPORT_STATE, NOT_FOUND. */
async function moveImport(id: string, name: BatchMoveName, options?: BatchMoveOptions<ImportRecord>): Promise<void> {
  await imports.move(id, name, options)
  importJob.wake()
  collectJob.wake()
}

/** Starts a waiting import, in the name of the caller. VALIDATION_ERROR at `title` without its column; IMPORT_STATE for another preview than was `seen`. */
export async function startImport(id: string, actor?: ActingUser, seen?: SeenImport | string): Promise<void> {
  const record = await findImport(id)
  const begun = { ...(actor && { userId: actor.userId }), startedAt: sql`now()`, processed: 0 }
  const other = kindOf(record)
  if (other)
    return moveImport(id, 'start', {
      values: () => begun,
      also: (tx) => other.starting(tx, record, typeof seen === 'string' ? seen : undefined),
    })
  const { columns } = record
  const choices = { ...DEFAULT_CHOICES, ...record.choices }
  const isSeen = !seen || isDeepStrictEqual({ columns, choices: shownChoices(record) }, seen)
  if (!canMove(record, 'start') || !isSeen) throw createError('IMPORT_STATE')
  if (columns.title === undefined)
    throw createError('VALIDATION_ERROR', { fields: { title: { key: 'validation_required' } } })
  if (!choices.addsSimilar) await findSimilar(id)
  await moveImport(id, 'start', {
    // The database's clock, as the times of the books that are added: what was added since is known by it.
    values: () => begun,
    also: (tx) => showToReaders(tx, record, choices),
  })
}

export const pauseImport = (id: string): Promise<void> => moveImport(id, 'pause')

/** Goes on with a paused import in the name of the caller, or with a failed one from the rows at which it failed. */
export const resumeImport = (id: string, { userId }: ActingUser): Promise<void> =>
  moveImport(id, 'resume', {
    values: ({ step }) => ({
      ...(step === 'undo' ? { undoneBy: userId } : { userId }),
      finishedAt: null,
      failure: null,
    }),
  })

/** Ends an import before its last row; what it has written stays. A waiting import is discarded, and one that looks up is stopped. */
export async function cancelImport(id: string): Promise<void> {
  const record = await findImport(id)
  if (record.step === 'collect') return stopLookup(id)
  const isEnded = await (record.state === 'waiting' ? discardImport(id) : finishImport(id, 'cancel'))
  if (!isEnded) throw createError('IMPORT_STATE')
}

/** Takes back what an ended import has written, in the name of the caller; books that were changed since are kept. */
export const undoImport = (id: string, { userId }: ActingUser): Promise<void> =>
  moveImport(id, 'undo', {
    values: () => ({ undoneBy: userId }),
    // Where an undo has failed before, what was not counted is taken back already.
    also: async (tx, record, { step }) =>
      step === 'write' && record.about === 'book' ? undoUncounted(tx, record) : undefined,
  })

/** Makes an import, which waits, of the file of one that was undone: it takes the file over. NOT_FOUND without it. */
export async function importAgain(id: string, { userId }: ActingUser): Promise<ImportRecord> {
  const former = await findImport(id)
  if (former.state !== 'undone') throw createError('IMPORT_STATE')
  const { filename, size } = former
  if (!(await hasUpload(id))) throw createError('NOT_FOUND')
  return createImport({ upload: { id: newId(), filename, size }, userId, former })
}
