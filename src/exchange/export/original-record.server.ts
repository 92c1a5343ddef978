import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { matchGenres } from '#base/db/genre-names.server.ts'
import { readMarcCells, readMarcItem } from '#exchange/import/shared/read-record.server.ts'
import { addField, replaceControl, type CellChange } from '#base/formats/marc/edit-fields.ts'
import { addFieldNote, editMarc21 } from '#base/formats/marc/edit-marc-21.ts'
import { editItems } from '#base/formats/marc/edit-items.ts'
import type { MarcItem } from '#base/formats/marc/item-fields.ts'
import { isOwnTag, unpackRecord } from '#base/formats/marc/kept-record.server.ts'
import { isOwn } from '#base/formats/marc/marc-header.ts'
import type { MarcRecord } from '#base/formats/marc/marc-record.ts'
import { marcRow } from '#base/formats/marc/marc-row.server.ts'
import { isUnimarc } from '#base/formats/marc/unimarc.ts'
import { lookUp } from '#base/lib/list/look-up.ts'
import { BLANK } from '#catalogue/book/shared/book-draft.ts'
import { fileFields } from '#catalogue/book/shared/file-fields.schema.ts'

/** The MARC record that a book came in with, and what the import took from it. */
interface Original {
  record: Buffer
  input: Record<string, unknown>
  /** The word of the file, and the genre that an import takes it for today. */
  genre: string | null
  genreId: string | null
  /** The import may have named the edition, which the record does not say. */
  isEdition: boolean
  /** The numbers of copies that the import read. */
  numbers: string[] | null
}

/** A book as it is exported, `genre` by its word. */
export type ExportedBook = Readonly<Record<string, unknown>> & { id: string; genre: string; updatedAt: Date }

/** Merges one after the other of which the first book's record is still found. */
const MERGES_MAX = 8

/**
 * The records that books came in with: the first one of each, as long as its import is not undone; of a book that came by no
 * MARC file that of one merged into it.
 */
export async function findOriginals(ids: readonly string[]): Promise<Map<string, Original>> {
  const { rows } = await db.execute<{ id: string } & Omit<Original, 'genreId'> & Record<string, unknown>>(sql`
    with recursive source as (
      select id, id as book_id, 0 as merges from unnest(${sql.param([...ids])}::uuid[]) as id
      union all
      select source.id, merged.id, merges + 1 from source join merged_book as merged on merged.book_id = source.book_id
      where merges < ${MERGES_MAX}
    )
    select distinct on (source.id) source.id, first.*
    -- Row by row, since a plan for all of them reads the rows of every import.
    from source cross join lateral (
      select r.record, r.input, r.genre, r.edition_of is not null as "isEdition",
        r.copies->'numbers' as numbers
      from book_import_row as r join book_import as i on i.id = r.import_id and (r.at < i.processed or r.kept is not null)
      where r.book_id = source.book_id and r.record is not null and r.result <> 'refused'
      order by r.import_id, r.at limit 1
    ) as first
    order by source.id, merges`)
  const words = new Set(rows.flatMap(({ genre }) => genre ?? []))
  const genres = new Map((words.size > 0 ? await matchGenres(db, [...words]) : []).map(({ name, id }) => [name, id]))
  return new Map(rows.map((row) => [row.id, { ...row, genreId: genres.get(row.genre ?? '') ?? null }]))
}

/**
 * The record that a book came in with, changed as the book was since. Undefined for one of UNIMARC, of which MARC 21 has no
 * fields. `own` is the record that is made of the book alone, `copies` are those of a library that lends. Throws if the stored
 * record is damaged.
 */
export function originalRecord(
  original: Original,
  book: ExportedBook,
  own: () => MarcRecord,
  cellOf: (field: string, value: unknown) => string,
  copies?: readonly MarcItem[],
): MarcRecord | undefined {
  const stored = unpackRecord(original.record)
  if (isOwn(stored)) return withFieldsOf(own(), stored)
  if (isUnimarc(stored)) return undefined
  const record = copies ? editItems(stored, copies, original.numbers ?? [], readMarcItem) : stored
  const input = original.isEdition
    ? { ...original.input, edition: readMarcCells(marcRow(record, 1).cells).input?.edition }
    : original.input
  const changes = changesSince({ ...original, input }, book, cellOf)
  if (Object.keys(changes).length === 0) return record
  const isRead = (edited: MarcRecord) => unread(edited, book, changes).length === 0
  const withMarks = editMarc21(record, changes, true)
  const edited = isRead(withMarks) ? withMarks : editMarc21(record, changes, false)
  const noted = unread(edited, book, changes).reduce(
    (before, name) => addFieldNote(before, name, changes[name]?.after ?? ''),
    edited,
  )
  return replaceControl(noted, '005', () => timeOf(book.updatedAt))
}

/** A record that Maktaba once wrote, written anew with the fields that another program has added to it. */
const withFieldsOf = (own: MarcRecord, record: MarcRecord): MarcRecord =>
  record.fields.filter(({ tag }) => !isOwnTag(tag)).reduce(addField, own)

/** The cells that are no longer what the record says, by the names of their columns. */
function changesSince(
  { input, genre, genreId }: Original,
  book: ExportedBook,
  cellOf: (field: string, value: unknown) => string,
): Record<string, CellChange> {
  const changed = fileFields.filter((field) =>
    field === 'genreId'
      ? book.genreId !== genreId
      : !isDeepStrictEqual(book[field], input[field] ?? lookUp<unknown>(BLANK, field)),
  )
  return Object.fromEntries(
    changed.map((field): [string, CellChange] =>
      field === 'genreId'
        ? ['genre', { before: genre ?? '', after: book.genre }]
        : [field, { before: cellOf(field, input[field]), after: cellOf(field, book[field]) }],
    ),
  )
}

/** The changed columns that an import would read otherwise from the record. */
function unread(record: MarcRecord, book: ExportedBook, changes: Readonly<Record<string, CellChange>>): string[] {
  const { input = {}, genre = '' } = readMarcCells(marcRow(record, 1).cells)
  return Object.keys(changes).filter((name) =>
    name === 'genre'
      ? genre !== book.genre
      : !isDeepStrictEqual(input[name] ?? lookUp<unknown>(BLANK, name), book[name]),
  )
}

/** `20261126165800.0`, as 005 has it. */
const timeOf = (date: Date): string => `${date.toISOString().replace(/\D/g, '').slice(0, 14)}.0`
