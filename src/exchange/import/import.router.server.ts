import * as z from 'zod/mini'
import { rememberJob } from '#base/db/replica/own-writes.server.ts'
import type { CurrentSession } from '#base/auth/session/session.server.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { documentFile, documentProblems } from '#base/openapi/document-problems.server.ts'
import { requireId } from '#base/rpc/not-found.server.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { withFileErrors } from './shared/file-sentence.server.ts'
import { kindOf, requireKind } from './other/other-imports.server.ts'
import { refusedRowsFile } from './staging/import-refused.server.ts'
import { findSimilar } from './staging/import-similar.server.ts'
import { expectUndo } from './run/import-undo.server.ts'
import { toShape } from './shared/to-shape.ts'
import { knownChoices, startImportInputSchema } from './import-choices.schema.ts'
import { listRows } from './import-rows.server.ts'
import { listImports, stateOf, viewImport } from './import-view.server.ts'
import {
  cancelImport,
  changeImport,
  createImport,
  findImport,
  importAgain,
  pauseImport,
  resumeImport,
  startImport,
  undoImport,
} from './import.server.ts'
import {
  importChangeSchema,
  importIdSchema,
  importListSchema,
  importMoveInputSchema,
  importRowsInputSchema,
  importRowsSchema,
  importSchema,
  importStateAnswerSchema,
  undoCountsSchema,
} from './import.schema.ts'

const stateAfter = async (id: string) => stateOf(await findImport(id))

/** The import, for who may import what its rows are. FORBIDDEN, NOT_FOUND. */
async function findAllowed(id: string, session: CurrentSession) {
  const record = await findImport(id)
  requireKind(record, session)
  return record
}

/**
 * Imports the books of a file, or what else its rows are, which is the body of the request: it is read whole, and written in the background. With
 * `dryRun` it only counts what would happen, and the import waits. FILE_REFUSED when the file cannot be read.
 */
const create = procedure('catalogue:import', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/imports',
    operationId: 'createImport',
    summary: 'Import a file',
    description:
      'The body is the file, of books unless `about` says otherwise: CSV, XLSX, JSON lines, MARC 21 or MARCXML, recognised from its bytes; a class list also as a OneRoster or School Data Sync ZIP file. It is read whole before the answer, and then written in the background. Importing a file twice changes nothing the second time.',
    successDescription: 'The import, on its way; `GET` it again for its progress.',
    tags: ['Imports'],
    successStatus: 201,
    spec: documentProblems('FILE_REFUSED'),
  })
  .input(startImportInputSchema)
  .output(importStateAnswerSchema)
  .handler(async ({ input, context }) => {
    const { upload } = context
    if (!upload) throw createError('VALIDATION_ERROR', { fields: { file: { key: 'validation_required' } } })
    const { header, encoding, turnNames, editions, known } = input
    const read = {
      ...(header && { hasHeader: header === 'true' }),
      ...(encoding && { encoding }),
    }
    const choices = {
      ...(turnNames && { turnsNames: turnNames === 'true' }),
      ...(editions && { editions }),
      ...(known && knownChoices(known)),
    }
    const rowsAre = { about: input.about ?? 'book', session: context.session }
    const userId = context.session.user.id
    const { id } = await withFileErrors(() => createImport({ upload, userId, read, choices, rowsAre }))
    if (input.dryRun === 'false') {
      await startImport(id).catch(async (error: unknown) => {
        await cancelImport(id)
        throw error
      })
    }
    context.resHeaders?.set('location', `/api/v1/imports/${id}`)
    return stateAfter(id)
  })

/** The state of an import. */
const state = procedure('catalogue:import', { takenBack: 'nothing' })
  .route({
    method: 'GET',
    path: '/imports/{id}',
    operationId: 'getImport',
    summary: 'Read an import',
    description: 'State and counts of an import. While it runs, the counts are of the rows that were processed.',
    successDescription: 'The import.',
    tags: ['Imports'],
  })
  .input(importIdSchema)
  .output(importStateAnswerSchema)
  .handler(({ input }) => stateAfter(requireId(input.id)))

/** Starts an import that waits. IMPORT_STATE when it does not wait. */
const start = procedure('catalogue:import', { takenBack: 'undo' })
  .route({
    method: 'POST',
    path: '/imports/{id}/start',
    operationId: 'startImport',
    summary: 'Start an import',
    description: 'Starts an import that was sent with `dryRun`.',
    successDescription: 'The import, on its way.',
    tags: ['Imports'],
    spec: documentProblems('IMPORT_STATE'),
  })
  .input(importIdSchema)
  .output(importStateAnswerSchema)
  .handler(async ({ input, context: { session } }) => {
    const { id } = await findAllowed(requireId(input.id), session)
    await startImport(id, session.actor)
    return stateAfter(id)
  })

/** Undoes an import, or discards one that waits. IMPORT_STATE while it runs. */
const undo = procedure('catalogue:import', { takenBack: 'again' })
  .route({
    method: 'DELETE',
    path: '/imports/{id}',
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Moves the books that it added to the trash and restores what it changed, in the background. What was changed since is kept. An import that waits for its start is discarded.',
    successDescription: 'It is being undone.',
    tags: ['Imports'],
    successStatus: 204,
    spec: documentProblems('IMPORT_STATE'),
  })
  .input(importIdSchema)
  .handler(async ({ input, context: { session } }) => {
    const { id, state: before } = await findAllowed(requireId(input.id), session)
    if (before === 'waiting') await cancelImport(id)
    else await undoImport(id, session.actor)
  })

/** The refused rows as CSV, with the reason in the language of the request: to be mended and imported again. */
const refused = procedure('catalogue:import', { takenBack: 'nothing' })
  .route({
    method: 'GET',
    path: '/imports/{id}/refused',
    operationId: 'getRefusedRows',
    summary: 'Refused rows of an import',
    description: 'CSV with the columns of the file, and in the last one the reason in the language of the request.',
    successDescription: 'The rows.',
    tags: ['Imports'],
    spec: documentFile('text/csv'),
  })
  .input(importIdSchema)
  .handler(async ({ input, context: { session } }) => {
    const record = await findAllowed(requireId(input.id), session)
    return refusedRowsFile(record, kindOf(record))
  })

const list = procedure('catalogue:import', { takenBack: 'nothing' })
  .output(importListSchema)
  .handler(async () => ({ items: await listImports() }))

/** An import with all that its page shows; NOT_FOUND. */
const get = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(importIdSchema)
  .output(importSchema)
  .handler(async ({ input }) => {
    const found = await viewImport(requireId(input.id))
    if (found.state !== 'running') await rememberJob()
    return found
  })

/** How many books an undo would delete, restore and keep; NOT_FOUND. */
const expectedUndo = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(importIdSchema)
  .output(undoCountsSchema)
  .handler(async ({ input, context: { session } }) => {
    const record = await findAllowed(requireId(input.id), session)
    const other = kindOf(record)
    return other ? { ...(await other.expectUndo(record)), copiesRemoved: 0 } : expectUndo(record)
  })

const rows = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(importRowsInputSchema)
  .output(importRowsSchema)
  .handler(({ input }) => listRows(input))

/** Corrects how a waiting import is read, and what it does. FILE_REFUSED, IMPORT_STATE. */
const change = procedure('catalogue:import', { takenBack: 'again' })
  .input(importChangeSchema)
  .output(importSchema)
  .handler(async ({ input: { id, shape, columns, choices } }) => {
    await withFileErrors(() => changeImport(id, { shape: shape && toShape(shape), columns, choices }))
    return viewImport(id)
  })

/** Looks for similar books to the new ones of a waiting import; `similar` of the import counts them then. */
const compare = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(importIdSchema)
  .output(importSchema)
  .handler(async ({ input }) => {
    const id = requireId(input.id)
    await findSimilar(id)
    return viewImport(id)
  })

/** Makes an import of the file of an undone one, which waits. IMPORT_STATE; NOT_FOUND when the file is not kept any more. */
const again = procedure('catalogue:import', { takenBack: 'nothing' })
  .input(importIdSchema)
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ input, context: { session } }) => {
    const former = await findAllowed(requireId(input.id), session)
    const { id } = await withFileErrors(() => importAgain(former.id, session.actor))
    return { id }
  })

const moves = { pause: pauseImport, resume: resumeImport, cancel: cancelImport, undo: undoImport }

/** Starts, pauses, resumes, cancels or undoes an import. IMPORT_STATE when its state, or another preview, does not allow it. */
const move = procedure('catalogue:import', { takenBack: 'undo' })
  .input(importMoveInputSchema)
  .handler(async ({ input: { id, to, seen }, context: { session } }) => {
    await findAllowed(id, session)
    await (to === 'start' ? startImport(id, session.actor, seen) : moves[to](id, session.actor))
  })

export const importRouter = {
  create,
  state,
  start,
  undo,
  refused,
  list,
  get,
  expectedUndo,
  again,
  rows,
  change,
  compare,
  move,
}
