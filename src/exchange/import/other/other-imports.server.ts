import type { CurrentSession } from '#base/auth/session/session.server.ts'
import type { Transaction } from '#base/db/actor.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { FileFault } from '#base/formats/file-fault.ts'
import type { FileSource } from '#base/formats/file-table.ts'
import type { FileShape } from '#base/lib/file-shape.ts'
import { hasAccess } from '#base/rpc/procedure.server.ts'
import type { ImportKind, ImportRecord } from '#kit/import/shared/import-kind.server.ts'
import { serverSlices } from '#kit/slice.server.ts'
import { DEFAULT_CHOICES } from '../import-choices.schema.ts'
import { imports } from '../run/import-write.server.ts'
import { findColumns } from '../staging/import-columns.server.ts'

const kinds = (): ImportKind[] => serverSlices().flatMap((slice) => slice.imports ?? [])

/** How imports of another noun are read and written; undefined for books. Throws NOT_FOUND where no floor has the noun. */
export function kindOf({ about }: { about: string }): ImportKind | undefined {
  if (about === 'book') return undefined
  const kind = kinds().find((one) => one.about === about)
  if (!kind) throw createError('NOT_FOUND')
  return kind
}

const mayImport = (kind: ImportKind, session: CurrentSession): boolean =>
  kind.permissions.every((permission) => hasAccess(session, permission))

/** Throws PERMISSION_DENIED for who may not import the noun of an import. */
export function requireKind(record: Pick<ImportRecord, 'about'>, session: CurrentSession): void {
  const kind = kindOf(record)
  if (kind && !mayImport(kind, session)) throw createError('FORBIDDEN')
}

/** What the rows of a new file are: a noun, or `any` to recognise it. */
export interface AboutFile {
  about: string
  /** Who imports; undefined for the command line. */
  session?: CurrentSession | undefined
}

interface Recognised {
  kind: ImportKind
  shape: FileShape | null
}

/** The import of another noun that a file is; undefined for books. VALIDATION_ERROR at `about` for a noun that is not imported here, and for a file of books in place of one. */
export async function recogniseOther(
  source: FileSource,
  { about, session }: AboutFile,
): Promise<Recognised | undefined> {
  if (about === 'book') return undefined
  for (const kind of kinds()) {
    if (about !== 'any' && about !== kind.about) continue
    if (!(await kind.isOn()) || (session && !mayImport(kind, session))) continue
    if (about !== 'any') return recogniseAsked(source, kind)
    const found = await kind.recognise(source, false).catch((error: unknown) => {
      // What the file is then, the import of books says.
      if (error instanceof FileFault && error.fault.kind !== 'contents') return undefined
      throw error
    })
    if (found && !isOfBooks(found)) return { kind, shape: found.shape }
  }
  if (about === 'any') return undefined
  throw createError('VALIDATION_ERROR', { fields: { about: { key: 'validation_invalid' } } })
}

const isOfBooks = ({ header }: { header: string[] }): boolean => findColumns(header, {}).has('title')

/** A file of which is said what its rows are: only one of books is not believed. */
async function recogniseAsked(source: FileSource, kind: ImportKind): Promise<Recognised> {
  const known = await kind.recognise(source, false)
  const found = known ?? (await kind.recognise(source, true))
  if (found && (known || !isOfBooks(found))) return { kind, shape: found.shape }
  throw createError('VALIDATION_ERROR', { fields: { about: { key: 'about_books' } } })
}

interface NewOther extends Recognised {
  id: string
  filename: string
  source: FileSource
  userId: string | null
  former?: string | undefined
}

/** Makes an import of another noun, which waits. Throws FileFault. */
export async function insertOther(tx: Transaction, given: NewOther): Promise<void> {
  const { id, filename, source, userId, kind, shape, former } = given
  await tx.insert(bookImport).values({
    id,
    filename,
    size: source.size,
    shape,
    header: [],
    columns: {},
    choices: DEFAULT_CHOICES,
    userId,
    about: kind.about,
  })
  await imports.save(tx, id, await kind.stage(tx, { id, filename, source, shape }, former))
}

/** Writes or takes back the next rows of an import of another noun. */
export const runOther = ({ id, step }: ImportRecord, kind: ImportKind): Promise<ImportRecord | undefined> =>
  imports.inChunk(id, step, (tx, record) => (step === 'write' ? kind.write(tx, record) : kind.undo(tx, record)))
