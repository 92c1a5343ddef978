import { isDeepStrictEqual } from 'node:util'
import { and, eq, not, sql, type SQL } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Transaction } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { conditionOf } from '#base/db/list/condition.server.ts'
import type { BulkOperation } from '#base/db/tables/book-bulk.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import type { ValueOfField } from '#base/lib/noun.ts'
import { bookFilter, bookList } from '#catalogue/book/shared/book-list.server.ts'
import { bookInputSchema } from '#catalogue/book/book.schema.ts'
import { turnSureNames } from '#catalogue/book/shared/turn-names.server.ts'
import { isInKey, bookHash } from '#catalogue/book/shared/book-key.server.ts'
import { storedValues, columnOf, valueOf } from './bulk-sql.server.ts'
import { operationValueSchema, type bulkInputSchema } from './bulk.schema.ts'

type BulkInput = z.output<typeof bulkInputSchema>
const fields: Readonly<Record<string, z.ZodMiniType>> = bookInputSchema.shape

/** Parses the value of an operation by the schema of its field. Throws VALIDATION_ERROR at the field. */
export async function readOperation(operation: BulkInput['operation']): Promise<BulkOperation> {
  if (operation.kind !== 'set') return operation
  const { field, value } = operation
  const read = fields[field]?.safeParse(value ?? undefined)
  if (!read?.success) {
    const [problem] = Object.values(problemsOf(read?.error.issues ?? []))
    throw createError('VALIDATION_ERROR', { fields: { [field]: problem ?? { key: 'validation_invalid' } } })
  }
  const stored = operationValueSchema.parse(read.data ?? null)
  if (field === 'genreId' && stored !== null && (await db.$count(genre, eq(genre.id, String(stored)))) === 0)
    throw createError('VALIDATION_ERROR', { fields: { genreId: { key: 'genre_gone' } } })
  return { kind: 'set', field, value: stored }
}

/** A value as JSON; null is null of SQL, not of JSON. */
const json = (value: ValueOfField): SQL => (value === null ? sql`null::jsonb` : sql`${JSON.stringify(value)}::jsonb`)

const isAmong = (ids: readonly string[]): SQL => sql`${book.id} = any(${sql.param(ids)}::uuid[])`

/** The condition that selects the books of a request. */
export async function booksCondition(books: BulkInput['books']): Promise<SQL | undefined> {
  if ('ids' in books) return isAmong(books.ids)
  const { searchTerm, ...filter } = books.filter
  const found = await conditionOf(bookList, { searchTerm, filter: bookFilter(filter) })
  return and(found, not(isAmong(books.except)))
}

/**
 * Stores the books of a bulk change in `book_bulk_row`, each with the result that it is expected to have. Writes
 * nothing to the catalogue. Returns their number.
 */
export async function stageBooks(
  tx: Transaction,
  id: string,
  { books, operation, condition }: { books: BulkInput['books']; operation: BulkOperation; condition: SQL | undefined },
): Promise<number> {
  const after = operation.kind === 'set' ? operation.value : null
  const changes =
    operation.kind === 'delete'
      ? sql`true`
      : operation.kind === 'set'
        ? sql`book.${columnOf(operation.field)} is distinct from ${valueOf(operation.field, json(operation.value))}`
        : sql`false`
  const { rowCount } = await tx.execute(sql`
    insert into book_bulk_row (bulk_id, at, book_id, version, result, before, after)
    select ${id}, row_number() over (order by book.sort_title, book.id) - 1, book.id, book.version,
      case when ${changes} then 'changed' else 'unchanged' end, ${storedValues}, ${json(after)}
    from book where ${condition ?? sql`true`}`)
  const found = rowCount ?? 0
  const missing = 'ids' in books ? await stageMissing(tx, id, books.ids, found) : 0
  if (operation.kind === 'replace') await stageRewritten(tx, id, { ...operation, rewrite: replacing(operation) })
  if (operation.kind === 'turn') await stageRewritten(tx, id, { ...operation, find: '', rewrite: turnSureNames })
  if (operation.kind !== 'delete' && isInKey(operation.field)) await refuseTaken(tx, id, operation.field)
  return found + missing
}

/** Adds a refused row for each given id whose book does not exist any more. Returns their number. */
async function stageMissing(tx: Transaction, id: string, ids: readonly string[], found: number): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into book_bulk_row (bulk_id, at, book_id, version, result, reason, before)
    select ${id}, ${found}::integer + row_number() over () - 1, given, 0, 'refused', 'missing', '{}'
    from (select distinct given from unnest(${sql.param(ids)}::uuid[]) as given) as named
    where not exists (select from book_bulk_row where bulk_id = ${id} and book_id = given)`)
  return rowCount ?? 0
}

/** A character of a word: letter, combining mark or digit. */
const LETTER = String.raw`[\p{L}\p{M}\p{N}]`

interface Rewriting {
  field: string
  /** What texts must contain to be looked at; empty for all. */
  find: string
  rewrite: (text: string) => string
}

/** Texts per batch. No other request is served while a batch is replaced. */
const BATCH_TEXTS = 2000

/** Yields batches of the texts, or lists of texts, that contain `find`. */
async function* textsWith(tx: Transaction, id: string, { field, find }: Rewriting) {
  for (let last = -1; ;) {
    // `jsonpath` reads a single text as a list of one.
    const { rows } = await tx.execute<{ at: number; value: string | string[] }>(sql`
      select at, before->${field}::text as value from book_bulk_row
      where bulk_id = ${id} and at > ${last} and exists (
        select from jsonb_path_query(before->${field}::text, '$[*]') as one
        where strpos((one #>> '{}') collate "C", ${find}) > 0)
      order by at limit ${BATCH_TEXTS}`)
    yield rows
    const end = rows.at(-1)
    if (!end) return
    last = end.at
  }
}

/** Replaces a text in another one. */
function replacing({ find, by, isWholeWord }: Extract<BulkOperation, { kind: 'replace' }>): Rewriting['rewrite'] {
  const literal = find.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)
  const pattern = isWholeWord ? new RegExp(`(?<!${LETTER})${literal}(?!${LETTER})`, 'gu') : find
  return (text) => text.replaceAll(pattern, () => by)
}

/** Stores the new text of each book whose text contains `find`, and refuses texts that the field does not allow. */
async function stageRewritten(tx: Transaction, id: string, rewriting: Rewriting): Promise<void> {
  const { field, rewrite } = rewriting
  const schema = fields[field]
  for await (const texts of textsWith(tx, id, rewriting)) {
    const replaced = texts.flatMap(({ at, value }) => {
      const next = typeof value === 'string' ? rewrite(value) : value.map(rewrite)
      if (isDeepStrictEqual(next, value)) return []
      const read = schema?.safeParse(next)
      return [read?.success ? { at, after: read.data } : { at, reason: 'invalid' }]
    })
    await tx.execute(sql`
      update book_bulk_row as r set after = given.after, reason = given.reason,
        result = case when given.reason is not null then 'refused'
          when given.after = r.before->${field}::text then 'unchanged' else 'changed' end
      from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as given(at integer, after jsonb, reason text)
      where r.bulk_id = ${id} and r.at = given.at`)
  }
}

/** Refuses books that would get the title, author, edition and volume of another book, or of an earlier row of this change. */
async function refuseTaken(tx: Transaction, id: string, field: string): Promise<void> {
  await tx.execute(sql`
    update book_bulk_row as r set title_hash = ${bookHash((one) => (one === field ? sql`r.after #>> '{}'` : sql`r.before->>${one}::text`))}
    where bulk_id = ${id} and result = 'changed'`)
  await tx.execute(sql`
    update book_bulk_row as r set result = 'refused', reason = 'taken'
    from (
      select at, row_number() over (partition by title_hash order by at) as place
      from book_bulk_row where bulk_id = ${id} and result = 'changed'
    ) as one
    where r.bulk_id = ${id} and r.at = one.at and (one.place > 1 or exists (
      select from book as other where other.title_hash = r.title_hash and other.id <> r.book_id))`)
}
