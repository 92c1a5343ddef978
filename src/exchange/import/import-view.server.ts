import { desc, eq, inArray, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { hasUpload } from '#base/db/uploads.server.ts'
import { personName, user } from '#base/db/tables/user.ts'
import { isBeingUndone } from '#base/lib/batch-states.ts'
import { importFields } from './shared/column-names.server.ts'
import { furtherColumns, isListOfPeople } from './staging/import-columns.server.ts'
import { kindOf } from './other/other-imports.server.ts'
import { viewLookup } from './lookup/import-lookup.server.ts'
import { isUnderWay } from './page/import-progress.ts'
import type { ImportRecord } from './run/import-write.server.ts'
import { countUndone } from './run/import-undo.server.ts'
import { shownChoices } from './import-choices.server.ts'
import { findImport } from './import.server.ts'
import { fileShapeSchema, type Import, type ImportListItem } from './import.schema.ts'

const LAST = 50

/** The last imports, newest first. */
export async function listImports(): Promise<ImportListItem[]> {
  const rows = await db
    .select({ record: bookImport, name: personName(user) })
    .from(bookImport)
    .leftJoin(user, eq(user.id, bookImport.userId))
    // Of the previews of one person only the newest is listed; older ones are discarded by age.
    .where(
      sql`not (${bookImport.state} = 'waiting' and exists (
        select from book_import as newer where newer.state = 'waiting' and newer.created_at > ${bookImport.createdAt}
          and (newer.lookup is null) = (${bookImport.lookup} is null) and newer.user_id is not distinct from ${bookImport.userId}))`,
    )
    .orderBy(desc(bookImport.createdAt), desc(bookImport.id))
    .limit(LAST)
  return rows.map(({ record, name }) => itemOf(record, name))
}

/** The state of an import, as the API answers it. */
export const stateOf = (record: ImportRecord) => ({
  id: record.id,
  state: record.state,
  filename: record.filename,
  about: record.about,
  kind: record.shape?.kind ?? (record.lookup ? ('lookup' as const) : ('zip' as const)),
  rows: record.total,
  created: record.created,
  updated: record.updated,
  unchanged: record.unchanged,
  refused: record.refused,
  copies: record.copies,
  undoneAt: record.undoneAt,
})

const personOf = (id: string | null, name: string | null) => (id !== null && name !== null ? { id, name } : null)

const itemOf = (record: ImportRecord, name: string | null): ImportListItem => ({
  ...stateOf(record),
  processed: record.processed,
  isLookingUp: record.step === 'collect',
  isUndoing: isBeingUndone(record),
  by: personOf(record.userId, name),
  createdAt: record.createdAt,
  finishedAt: record.finishedAt,
})

/** An import with all that its page shows. */
export async function viewImport(id: string): Promise<Import> {
  const record = await findImport(id)
  const { userId, undoneBy } = record
  const people = await db
    .select({ id: user.id, name: personName(user) })
    .from(user)
    .where(
      inArray(
        user.id,
        [userId, undoneBy].filter((one) => one !== null),
      ),
    )
  const { similar, ...counts } = isUnderWay(record) ? NO_COUNTS : await countKinds(id)
  const nameOf = (one: string | null) => people.find((person) => person.id === one)?.name ?? null
  return {
    ...itemOf(record, nameOf(userId)),
    undoneBy: personOf(undoneBy, nameOf(undoneBy)),
    size: record.size,
    shape: record.shape && fileShapeSchema.parse(record.shape),
    lookup: record.lookup && (await viewLookup(record, record.lookup)),
    header: record.header,
    examples: record.examples,
    fields: [...(await importFields())],
    columns: record.columns,
    further: furtherColumns(record.header, record.columns, record.choices.leftOut),
    choices: shownChoices(record),
    genresAdded: record.genresAdded.length,
    newGenres: record.state === 'waiting' ? await missingGenres(record) : [],
    fieldChanges: {},
    lentCopies: 0,
    ...record.findings,
    isListOfPeople: isListOfPeople(record.header, record.columns),
    ...counts,
    similar: record.isCompared && record.state === 'waiting' ? similar : null,
    ...(await undoneOf(record)),
    hasFile: record.state === 'undone' && (await hasUpload(id)),
  }
}

async function undoneOf(record: ImportRecord) {
  const other = kindOf(record)
  return other ? { ...(await other.countUndone(record)), keptAdded: 0, copiesRemoved: 0 } : countUndone(record)
}

/** Something was left out or altered; removed line breaks and marks are not worth a word. */
export const HAS_NOTE = sql`array_remove(notes, 'cleaned') <> '{}'`
/** Refused rows that look like no book, and those that are hidden in the workbook. */
export const IS_NO_BOOK = sql`coalesce(reason->>'kind' in ('sum', 'heading', 'header-again'), false)`
export const IS_HIDDEN = sql`coalesce(reason->>'kind' = 'hidden', false)`

async function missingGenres({ id, choices }: ImportRecord): Promise<Import['newGenres']> {
  const { rows } = await db.execute<Import['newGenres'][number]>(sql`
    select genre as name, count(*)::int as count from book_import_row
    where import_id = ${id} and genre is not null
      and (genre_id is null or genre = any(${sql.param(Object.keys(choices.genres ?? {}))}::text[]))
      and (result in ('created', 'updated') or reason->>'kind' = 'left' or genre_id is not null)
    group by genre order by count(*) desc, genre limit 200`)
  return rows
}

const NO_COUNTS = { sums: 0, headings: 0, noBooks: 0, hiddenRows: 0, noted: 0, otherEditions: 0, similar: 0 }

async function countKinds(id: string): Promise<typeof NO_COUNTS> {
  const { rows } = await db.execute<typeof NO_COUNTS>(sql`
    select count(*) filter (where reason->>'kind' = 'sum')::int as sums,
      count(*) filter (where reason->>'kind' = 'heading')::int as headings, count(*) filter (where ${IS_NO_BOOK})::int as "noBooks",
      count(*) filter (where ${IS_HIDDEN})::int as "hiddenRows", count(*) filter (where ${HAS_NOTE})::int as noted,
      count(edition_of)::int as "otherEditions",
      count(*) filter (where similar_id is not null and result = 'created')::int as similar
    from book_import_row where import_id = ${id}`)
  return rows[0] ?? NO_COUNTS
}
