import { eq, sql } from 'drizzle-orm'
import { type ActingUser, setActor, type Transaction } from '#base/db/actor.server.ts'
import { lockGenres, namesByLanguage, searchedWords, seedNames, takenNames } from '#base/db/genre-names.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { endedGenre } from '#base/db/tables/ended-genre.ts'
import { genre, type GenreNames } from '#base/db/tables/genre.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { locales } from '#base/i18n/locale.ts'
import { now } from '#base/lib/clock.ts'
import { versionedRows, type WriteContext } from '#kit/noun/shared/versioned-rows.server.ts'
import { requireId, requireRow } from '#base/rpc/not-found.server.ts'
import type { GenreChange, GenreFields } from './genre-edit.schema.ts'
import { namedGenreOf } from './genre-list.server.ts'
import { hueOf } from './genre.schema.ts'

type GenreRow = typeof genre.$inferSelect
type Named = Pick<GenreRow, 'name' | 'slug' | 'names'>

const genres = versionedRows({
  table: genre,
  find: namedGenreOf,
  recorded: { kind: 'genre', fields: ['name', ...locales.map((language) => `names.${language}`), 'hue'] },
})

/** Adds a genre. GENRE_TAKEN at the name that another one has. Returns its id. */
export async function insertGenre(tx: Transaction, { name, names = {}, hue }: GenreFields): Promise<string> {
  await lockGenres(tx)
  const given = withoutEmpty(names)
  const named = { name, slug: null, names: Object.keys(given).length > 0 ? given : null }
  await refuseTaken(tx, named)
  const values = { ...named, words: searchedWords(named), hue: hue ?? hueOf(name) }
  const [added] = await tx.insert(genre).values(values).returning({ id: genre.id })
  return added?.id ?? ''
}

/**
 * Changes what is given of a genre, in any version where none is named. GENRE_TAKEN at the name that another one has;
 * CONFLICT or PRECONDITION_FAILED with `theirs` and who changed each field last; NOT_FOUND.
 */
export async function changeGenre(
  tx: Transaction,
  context: WriteContext,
  { id: given, version, ...change }: GenreChange,
): Promise<void> {
  const id = requireId(given)
  await lockGenres(tx)
  const row = requireRow(await tx.select().from(genre).where(eq(genre.id, id)))
  const named = { slug: row.slug, name: change.name ?? row.name, names: namesAfter(row, change) }
  await refuseTaken(tx, named, id)
  await genres.update(tx, context, {
    id,
    version: version ?? row.version,
    ...named,
    words: searchedWords(named),
    hue: change.hue ?? row.hue,
  })
}

/** Gives a genre back what a change took from it. GENRE_TAKEN at the name that another one has by now; NOT_FOUND. */
export async function restoreGenre(tx: Transaction, id: string, former: Partial<Named & Pick<GenreRow, 'hue'>>) {
  await lockGenres(tx)
  const row = requireRow(await tx.select().from(genre).where(eq(genre.id, id)))
  const { name, slug, names, hue } = { ...row, ...former }
  await refuseTaken(tx, { name, slug, names }, id)
  await tx
    .update(genre)
    .set({
      name,
      names,
      hue,
      words: searchedWords({ name, slug, names }),
      version: row.version + 1,
      updatedAt: now(),
    })
    .where(eq(genre.id, id))
}

/** The names of a genre after a change; null while they are the words of its slug, whose English word is the `name`. */
function namesAfter(row: Named, { name = row.name, names = {} }: Omit<GenreChange, 'id'>): GenreNames | null {
  const seeded = row.slug === null ? {} : seedNames(row.slug)
  const after = withoutEmpty({ ...namesByLanguage(row), ...names })
  const isSeeded = locales.every((one) => (after[one] ?? name) === (seeded[one] ?? name))
  const isNamed = row.slug !== null || Object.keys(after).length > 0
  return isSeeded && (seeded.en === name || !isNamed) ? null : after
}

const withoutEmpty = (names: Partial<Record<keyof GenreNames, string | null | undefined>>): GenreNames =>
  Object.fromEntries(Object.entries(names).filter(([, text]) => text))

async function refuseTaken(tx: Transaction, named: Named, exceptId?: string): Promise<void> {
  const fields = { name: named.name, ...prefixed(namesByLanguage(named)) }
  const taken = await takenNames(tx, Object.values(fields), exceptId)
  const problems = Object.entries(fields).flatMap(([field, name]) =>
    taken.has(name) ? [[field, { key: 'genre_taken' as const }]] : [],
  )
  if (problems.length > 0) throw createError('GENRE_TAKEN', { fields: Object.fromEntries(problems) })
}

const prefixed = <Name>(names: Partial<Record<keyof GenreNames, Name>>): Record<string, Name> =>
  Object.fromEntries(Object.entries(names).map(([language, name]) => [`names.${language}`, name]))

/** How a genre ends: it is deleted or merged, and its books get another one (`to`) or none. */
interface Ending {
  actor: ActingUser
  action: 'genre.delete' | 'genre.merge'
  /** The field of the request that names the other genre. */
  field: 'moveTo' | 'into'
  /** Undefined where the request says nothing of its books: allowed only if there are none. */
  to: string | null | undefined
}

/**
 * Removes a genre; its books move by one statement, as one entry of the activity. GENRE_SAME and VALIDATION_ERROR at
 * `field` when the other genre is the same or does not exist; GENRE_HAS_BOOKS without a word about them; NOT_FOUND.
 */
export async function endGenre(tx: Transaction, given: string, { actor, action, field, to }: Ending): Promise<void> {
  const id = requireId(given)
  await lockGenres(tx)
  const row = requireRow(await tx.select().from(genre).where(eq(genre.id, id)).for('update'))
  const [target] = to ? await tx.select().from(genre).where(eq(genre.id, to)) : []
  if (target?.id === id) throw createError('GENRE_SAME', { fields: { [field]: { key: 'validation_invalid' } } })
  if (to && !target) throw createError('VALIDATION_ERROR', { fields: { [field]: { key: 'genre_gone' } } })
  if (to === undefined && (await tx.$count(book, eq(book.genreId, id))) > 0)
    throw createError('GENRE_HAS_BOOKS', { fields: { [field]: { key: 'validation_required' } } })
  await setActor(tx, 'none')
  const other = target?.id ?? null
  await keepEnded(tx, row, other)
  const books = await moveBooks(tx, id, other)
  await moveImports(tx, id, other)
  await moveBulkChanges(tx, id, other)
  if (other) await moveViews(tx, id, other)
  await tx.delete(genre).where(eq(genre.id, id))
  const { name, names, hue } = row
  await tx.insert(activity).values({
    actorKind: 'person',
    actorId: actor.userId,
    inNameOf: actor.inNameOf ?? null,
    action,
    subjectKind: 'genre',
    subjectId: id,
    subjectName: name,
    before: { name, names, hue },
    after: { books, into: target?.name ?? null },
  })
}

/** Keeps a genre as it was, with its books, for an undo. */
async function keepEnded(tx: Transaction, row: GenreRow, movedTo: string | null) {
  const { id, version, name, slug, names, hue, createdAt } = row
  await tx.insert(endedGenre).values({
    id,
    version: version + 1,
    name,
    slug,
    names,
    hue,
    createdAt,
    movedTo,
    books: sql`array(select ${book.id} from ${book} where ${eq(book.genreId, id)})`,
  })
}

/**
 * Adds a genre that was ended again, recorded as the actor's, and gives it back the books that have the genre that they
 * got then. Undefined when it is not known. GENRE_TAKEN at the name that another one has by now.
 */
export async function restoreEndedGenre(
  tx: Transaction,
  id: string,
): Promise<{ books: number; moved: number } | undefined> {
  await lockGenres(tx)
  const [ended] = await tx.delete(endedGenre).where(eq(endedGenre.id, id)).returning()
  if (!ended) return undefined
  const { books, movedTo, ...row } = ended
  await refuseTaken(tx, row)
  await tx.insert(genre).values({ ...row, words: searchedWords(row) })
  // Books are not recorded one by one, as when the genre ended: the entry of the genre stands for them.
  await setActor(tx, 'none')
  const moved = await tx.execute(sql`
    with moving as materialized (
      select id from book where id = any(${sql.param(books)}::uuid[]) and genre_id is not distinct from ${movedTo}::uuid
      order by id for update)
    update book set genre_id = ${id}::uuid, version = book.version + 1, updated_at = ${now()}
    from moving where book.id = moving.id`)
  return { books: books.length, moved: moved.rowCount ?? 0 }
}

/** Gives all books of a genre another one, or none; returns how many there were. */
async function moveBooks(tx: Transaction, from: string, to: string | null): Promise<number> {
  // In the order in which bulk changes lock books, so that the two cannot deadlock.
  const moved = await tx.execute(sql`
    with moving as materialized (select id from ${book} where ${eq(book.genreId, from)} order by id for update)
    update book set genre_id = ${to}::uuid, version = book.version + 1, updated_at = ${now()}
    from moving where book.id = moving.id`)
  return moved.rowCount ?? 0
}

/** Moves rows and choices of imports that have not ended to the other genre; a failed import may be resumed. */
async function moveImports(tx: Transaction, from: string, to: string | null): Promise<void> {
  await tx.execute(sql`
    update book_import_row set genre_id = ${to}::uuid
    where genre_id = ${from}
      and import_id in (select id from book_import where state in ('waiting', 'running', 'paused', 'failed'))`)
  await tx.execute(sql`
    update book_import set choices = jsonb_set(choices, '{genreId}', coalesce(to_jsonb(${to}::uuid), 'null'))
    where (choices->>'genreId')::uuid = ${from}`)
}

/**
 * Gives the other genre in bulk changes that set this one and have not ended. Without another one, the books that are still
 * to be changed keep the genre they have: to lose it is not what was asked for.
 */
async function moveBulkChanges(tx: Transaction, from: string, to: string | null): Promise<void> {
  const isOpen = sql`state in ('waiting', 'running') and operation->>'field' = 'genreId' and operation->>'value' = ${from}`
  await tx.execute(
    to === null
      ? sql`
        with open as materialized (select id, processed from book_bulk where ${isOpen} for update)
        update book_bulk_row as r set result = 'unchanged' from open
        where r.bulk_id = open.id and r.at >= open.processed and r.result = 'changed'`
      : sql`
        with moved as (
          update book_bulk set operation = jsonb_set(operation, '{value}', to_jsonb(${to}::text)) where ${isOpen} returning id
        )
        update book_bulk_row as r set after = to_jsonb(${to}::text) from moved where r.bulk_id = moved.id`,
  )
}

/** Moves the saved views that show the books of a genre to the other genre. */
async function moveViews(tx: Transaction, from: string, to: string): Promise<void> {
  await tx.execute(sql`
    update saved_view set search = jsonb_set(search, '{genreId}', to_jsonb(${to}::uuid)), version = version + 1
    where lower(search->>'genreId') = lower(${from})`)
}
