import { eq, inArray, isNull } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#base/lib/id.ts'
import { db } from '#base/db/connection/client.server.ts'
import { seedGenres } from '#base/db/seed/seed.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { activityRouter } from '#kit/activity/activity.router.server.ts'
import { undoRouter } from '#kit/activity/undo/undo.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { findOrAddGenres } from '#exchange/import/staging/import-genre.server.ts'
import { withLocale } from '#base/i18n/request-locale.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { genreEditRouter } from './genre-edit.router.server.ts'
import { genreRouter } from './genre.router.server.ts'
import { genreWord } from './genre-name.words.ts'

useDatabase()

let manager: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
})
beforeEach(async () => {
  await db.delete(book)
  await db.delete(genre)
  await seedGenres(db)
})

const { create, update, remove, merge, addUsual } = genreEditRouter
const listed = async () => (await manager.call(genreRouter.list, undefined)).items
const found = async (searchTerm: string) => (await manager.call(bookRouter.list, { searchTerm })).total
const taken = (field: string) => ({ code: 'GENRE_TAKEN', status: 409, fields: { [field]: { key: 'genre_taken' } } })
const refused = (code: string, field: string, key: string) => ({ code, fields: { [field]: { key } } })
const words = (one: Parameters<typeof genreWord>[0]) =>
  (['en', 'fr', 'ar', 'sw'] as const).map((locale) => withLocale(locale, () => genreWord(one)))

describe('a new genre', () => {
  test('has a name, names by language and a colour; the list has it at once', async () => {
    await listed()
    const added = await manager.call(create, { name: ' Manga ', names: { fr: 'Mangas', ar: '', sw: null }, hue: 12 })
    expect(added).toMatchObject({ name: 'Manga', slug: null, names: { fr: 'Mangas' }, hue: 12, bookCount: 0 })
    expect(words(added)).toEqual(['Manga', 'Mangas', 'Manga', 'Manga'])
    expect(await listed()).toContainEqual(added)
    await aBook({ genreId: added.id })
    expect([await found('mangas'), await found('poésie')]).toEqual([1, 0])
  })

  test.each([
    [{ name: ' ' }, 'name', 'genre_required'],
    [{}, 'name', 'genre_required'],
    [{ name: '\u200B' }, 'name', 'genre_required'],
    [{ name: 'x'.repeat(101) }, 'name', 'validation_string_max'],
    [{ name: 'a\u202Eb' }, 'name', 'text_invalid'],
    [{ name: 'A', names: { fr: 'x'.repeat(101) } }, 'names.fr', 'validation_string_max'],
    [{ name: 'A', names: { de: 'Roman' } }, 'names.de', 'validation_unknown'],
    [{ name: 'A', hue: 360 }, 'hue', 'validation_number_max'],
    [{ name: 'A', slug: 'novel' }, 'slug', 'validation_unknown'],
  ])('%j is refused at %s', async (input, field, key) => {
    await expect(manager.call(create, input as { name: string })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { [field]: { key } },
    })
  })

  test('has no name of another one, in any language and spelling', async () => {
    await manager.call(create, { name: 'Manga', names: { ar: 'مانغا' } })
    for (const name of ['MÁNGA', 'مانغا', 'Novel', 'roman', 'RIWAYA', 'روايات'])
      await expect(manager.call(create, { name })).rejects.toMatchObject(taken('name'))
    await expect(manager.call(create, { name: 'New', names: { sw: 'manga' } })).rejects.toMatchObject(taken('names.sw'))
    // Of two that come at once, one is added.
    const both = [{ name: 'Maps' }, { name: 'Atlases', names: { en: 'maps' } }].map((one) => manager.call(create, one))
    expect((await Promise.allSettled(both)).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a change', () => {
  test('renames a seeded genre in one language and keeps its other words', async () => {
    const { id } = await theGenre('novel')
    await aBook({ genreId: id })
    const renamed = await manager.call(update, { id, name: 'Fiction' })
    expect(words(renamed)).toEqual(['Fiction', 'Roman', 'روايات', 'Riwaya'])
    expect(renamed).toMatchObject({ slug: 'novel', bookCount: 1 })
    expect([await found('fiction'), await found('riwaya'), await found('novel')]).toEqual([1, 1, 0])
    // A file may name it by any of them, and by its former name.
    const { ids, added } = await findOrAddGenres(db, ['FICTION', 'Roman', 'Novel'], () => false)
    expect([new Set(ids.values()), added]).toEqual([new Set([id]), []])
    expect(await seedGenres(db)).toBe(0)
    // The former name is free.
    const other = await manager.call(create, { name: 'Novel' })
    expect((await findOrAddGenres(db, ['novel'], () => false)).ids.get('novel')).toBe(other.id)
    await manager.call(remove, { id: other.id })
    expect(await manager.call(update, { id, name: 'Novel' })).toMatchObject({ names: null })
  })

  test('sets and takes away names by language', async () => {
    const { id } = await theGenre('comics')
    const change = (names: object) => manager.call(update, { id, names })
    expect(words(await change({ fr: 'BD' }))).toEqual(['Comics', 'BD', ...words(await theGenre('comics')).slice(2)])
    expect(words(await change({ ar: null, sw: '' }))).toEqual(['Comics', 'BD', 'Comics', 'Comics'])
    await expect(change({ fr: 'Poésie' })).rejects.toMatchObject(taken('names.fr'))
    expect(await manager.call(update, { id, hue: 0 })).toMatchObject({ hue: 0, names: { fr: 'BD' } })
  })

  test('of what somebody else has changed since it was read is refused, and shows theirs', async () => {
    const added = await manager.call(create, { name: 'Manga', names: { fr: 'Mangas' }, hue: 12 })
    const { id, version } = added
    expect(version).toBe(1)
    const by = { kind: 'person', id: manager.user.id, name: manager.user.name }
    await manager.call(update, { id, version, name: 'Manhwa', names: { fr: 'BD' } })
    await expect(manager.call(update, { id, version, name: 'Tankobon' })).rejects.toMatchObject({
      code: 'CONFLICT',
      theirs: { id, version: 2, name: 'Manhwa', names: { fr: 'BD' }, hue: 12 },
      changes: { name: { by }, 'names.fr': { by } },
    })
    const saved = await manager.call(update, { id, version: 2, names: { ar: 'مانجا' } })
    expect(saved).toMatchObject({ version: 3, name: 'Manhwa', names: { fr: 'BD', ar: 'مانجا' } })
    // A program that names no version changes it as it is.
    expect(await manager.call(update, { id, hue: 1 })).toMatchObject({ version: 4, hue: 1, names: { ar: 'مانجا' } })
  })

  test('of a seeded genre shows theirs with the words of its slug', async () => {
    const { id } = await theGenre('novel')
    await manager.call(update, { id, version: 1, hue: 1 })
    await expect(manager.call(update, { id, version: 1, hue: 2 })).rejects.toMatchObject({
      code: 'CONFLICT',
      theirs: { names: { fr: 'Roman', sw: 'Riwaya' }, hue: 1 },
    })
  })

  test('names what it read by `If-Match` in the API, and is taken back as a change of its own', async () => {
    const { id } = await manager.call(create, { name: 'Manga' })
    const path = `/api/v1/genres/${id}`
    const patch = (name: string, ifMatch: string) =>
      manager.request(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': ifMatch },
        body: JSON.stringify({ name }),
      })
    const tag = (await manager.request(path)).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"1-/)
    const changed = await patch('Manhwa', tag)
    expect([changed.status, changed.headers.get('etag')]).toEqual([
      200,
      (await manager.request(path)).headers.get('etag'),
    ])
    const stale = await patch('Tankobon', tag)
    expect([stale.status, await stale.json()]).toMatchObject([
      412,
      { data: { theirs: { version: 2, name: 'Manhwa' } } },
    ])
    const [entry] = (await manager.call(activityRouter.recent, undefined)).items
    await manager.call(undoRouter.undo, { id: String(entry?.id) })
    await manager.call(remove, { id })
    const [end] = (await manager.call(activityRouter.recent, undefined)).items
    await manager.call(undoRouter.undo, { id: String(end?.id) })
    // No version comes twice.
    expect(await manager.call(genreRouter.get, { id })).toMatchObject({ version: 4, name: 'Manga' })
  })

  test('of its own spelling is no conflict, of an unknown one is not found', async () => {
    const { id } = await manager.call(create, { name: 'manga' })
    expect(await manager.call(update, { id, name: 'Manga', names: { en: 'Manga' } })).toMatchObject({ name: 'Manga' })
    for (const unknown of ['nonsense', '01890000-0000-7000-8000-000000000000'])
      await expect(manager.call(update, { id: unknown, name: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('merging', () => {
  test('moves the books, counts up their versions and is one entry of the activity', async () => {
    const [novel, poetry] = [await theGenre('novel'), await theGenre('poetry')]
    const moved = await aBook({ genreId: novel.id })
    const kept = await aBook({ genreId: poetry.id })
    const before = await db.$count(activity)
    expect(await manager.call(merge, { id: novel.id, into: poetry.id })).toMatchObject({ id: poetry.id, bookCount: 2 })
    const rows = await db
      .select()
      .from(book)
      .where(inArray(book.id, [moved.id, kept.id]))
      .orderBy(book.id)
    expect(rows.map(({ genreId, version }) => [genreId, version])).toEqual([
      [poetry.id, 2],
      [poetry.id, 1],
    ])
    expect(rows[0]?.updatedAt.getTime()).toBeGreaterThanOrEqual(moved.updatedAt.getTime())
    expect((await listed()).some(({ id }) => id === novel.id)).toBe(false)
    expect(await db.$count(activity)).toBe(before + 1)
    const { items } = await manager.call(activityRouter.recent, undefined)
    expect(items[0]).toMatchObject({
      action: 'genre.merge',
      actor: { id: manager.user.id },
      subject: { kind: 'genre', name: 'Novel', isThere: false },
      changes: expect.arrayContaining([
        { field: 'books', before: null, after: 1 },
        { field: 'into', before: null, after: 'Poetry' },
      ]),
    })
  })

  test('into itself or an unknown one is refused', async () => {
    const { id } = await theGenre('novel')
    await expect(manager.call(merge, { id, into: id })).rejects.toMatchObject(
      refused('GENRE_SAME', 'into', 'validation_invalid'),
    )
    const into = '01890000-0000-7000-8000-000000000000'
    await expect(manager.call(merge, { id, into })).rejects.toMatchObject(
      refused('VALIDATION_ERROR', 'into', 'genre_gone'),
    )
    await expect(manager.call(merge, { id: into, into: id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('deleting', () => {
  test('asks what becomes of the books', async () => {
    const [novel, poetry] = [await theGenre('novel'), await theGenre('poetry')]
    const { id } = await aBook({ genreId: novel.id })
    const where = eq(book.id, id)
    await expect(manager.call(remove, { id: novel.id })).rejects.toMatchObject(
      refused('GENRE_HAS_BOOKS', 'moveTo', 'validation_required'),
    )
    await expect(manager.call(remove, { id: novel.id, moveTo: novel.id })).rejects.toMatchObject(
      refused('GENRE_SAME', 'moveTo', 'validation_invalid'),
    )
    await manager.call(remove, { id: novel.id, moveTo: poetry.id })
    expect(await db.select({ id: book.genreId, version: book.version }).from(book).where(where)).toEqual([
      { id: poetry.id, version: 2 },
    ])
    await manager.call(remove, { id: poetry.id, moveTo: 'none' })
    expect(await db.select({ version: book.version }).from(book).where(isNull(book.genreId))).toEqual([{ version: 3 }])
    const { items } = await manager.call(activityRouter.recent, undefined)
    expect(items.slice(0, 2).map(({ action, subject }) => [action, subject.name])).toEqual([
      ['genre.delete', 'Poetry'],
      ['genre.delete', 'Novel'],
    ])
    await manager.call(remove, { id: (await theGenre('drama')).id })
  })

  test('into itself is refused however its id is written', async () => {
    const { id } = await theGenre('novel')
    await aBook({ genreId: id })
    const same = id.toUpperCase()
    await expect(manager.call(remove, { id, moveTo: same })).rejects.toMatchObject({ code: 'GENRE_SAME' })
    await expect(manager.call(merge, { id: same, into: id })).rejects.toMatchObject({ code: 'GENRE_SAME' })
    expect(await db.$count(book, eq(book.genreId, id))).toBe(1)
  })

  test('works by the API, for a manager', async () => {
    const json = { 'content-type': 'application/json' }
    const post = (path: string, body: object) =>
      manager.request(path, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const added = await post('/api/v1/genres', { name: 'Maps' })
    const { id } = (await added.json()) as { id: string }
    const read = await manager.request(added.headers.get('location') ?? '')
    expect([read.status, await read.json()]).toMatchObject([200, { id, name: 'Maps' }])
    expect((await manager.request(`/api/v1/genres/${newId()}`)).status).toBe(404)
    await aBook({ genreId: id })
    const reader = await as('reader')
    expect((await reader.request(`/api/v1/genres/${id}?moveTo=none`, { method: 'DELETE' })).status).toBe(403)
    const refused = await manager.request(`/api/v1/genres/${id}`, { method: 'DELETE' })
    expect(await refused.json()).toMatchObject({
      status: 409,
      code: 'GENRE_HAS_BOOKS',
      data: { fields: { moveTo: 'validation_required' } },
    })
    expect((await manager.request(`/api/v1/genres/${id}?moveTo=none`, { method: 'DELETE' })).status).toBe(204)
  })
})

test('the usual genres are added where they are missing, as one’s own doing', async () => {
  await db.delete(genre)
  await manager.call(create, { name: 'Riwaya' })
  await manager.call(create, { name: 'poetry', hue: 3 })
  const count = await manager.call(addUsual, undefined)
  const now = await listed()
  // One is there by that name, one by its name in another language.
  expect(now).toHaveLength(count + 2)
  expect(now.find(({ slug }) => slug === 'poetry')).toMatchObject({ name: 'poetry', hue: 3 })
  expect(now.some(({ slug }) => slug === 'novel')).toBe(false)
  const { items } = await manager.call(activityRouter.recent, undefined)
  expect(items[0]).toMatchObject({ action: 'genre.create', actor: { id: manager.user.id } })
})

test('a usual genre that was deleted does not come back beside the one that was added since', async () => {
  const poetry = await theGenre('poetry')
  await manager.call(remove, { id: poetry.id })
  const [entry] = (await manager.call(activityRouter.recent, undefined)).items
  const undo = () => manager.call(undoRouter.undo, { id: String(entry?.id) })
  await manager.call(addUsual, undefined)
  const added = await theGenre('poetry')
  const names = { en: 'Verse', fr: 'Vers', ar: 'نظم', sw: 'Tungo' }
  await manager.call(update, { id: added.id, name: 'Verse', names })
  await expect(undo()).rejects.toMatchObject(taken('name'))
  await manager.call(remove, { id: added.id })
  expect(await undo()).toMatchObject({ fields: ['genre'] })
  expect((await theGenre('poetry')).id).toBe(poetry.id)
})
