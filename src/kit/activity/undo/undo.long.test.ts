import { desc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { user } from '#base/db/tables/user.ts'
import { bookEditRouter } from '#catalogue/book/edit/book-edit.router.server.ts'
import { bookRouter } from '#catalogue/book/book.router.server.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { genreEditRouter } from '#catalogue/genre/genre-edit.router.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { newId } from '#base/lib/id.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { moveClock, now } from '#base/lib/clock.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { aKey } from '#test/api-keys.ts'
import { request } from '#test/http.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre } from '#test/factories.ts'
import { activityRouter } from '../activity.router.server.ts'
import { undoRouter } from './undo.router.server.ts'

useDatabase()

let manager: SignedInCaller
let other: SignedInCaller
beforeAll(async () => {
  manager = await as('manager')
  other = await as('manager', { name: 'Other Manager' })
})

async function lastEntry(subjectId: string): Promise<string> {
  const [row] = await db
    .select({ id: activity.id })
    .from(activity)
    .where(eq(activity.subjectId, subjectId))
    .orderBy(desc(activity.id))
    .limit(1)
  return String(row?.id)
}
const undo = (id: string, by = manager) => by.call(undoRouter.undo, { id })
const readBook = (id: string) => manager.call(bookRouter.get, { id })
async function edit(id: string, fields: object, by = manager) {
  const { version } = await readBook(id)
  await by.call(bookEditRouter.update, { id, version, ...fields })
  return lastEntry(id)
}

describe('an edit of a book', () => {
  test('is taken back as a change of the caller, and that one too', async () => {
    const novel = await theGenre('novel')
    const one = await aBook({ title: 'Petals of Blood', author: 'Ngugi', publisher: 'Heinemann' })
    const entry = await edit(one.id, { title: 'Matigari', genreId: novel.id, publisher: '' })
    expect(await undo(entry)).toEqual({ fields: ['title', 'genre', 'publisher'], kept: [] })
    const back = await readBook(one.id)
    expect(back).toMatchObject({ title: 'Petals of Blood', publisher: 'Heinemann', genre: null, version: 3 })
    // The search finds it by its former title again.
    expect((await manager.call(bookRouter.list, { searchTerm: 'petals' })).items.map(({ id }) => id)).toContain(one.id)
    await undo(await lastEntry(one.id))
    expect(await readBook(one.id)).toMatchObject({ title: 'Matigari', publisher: '', version: 4 })
  })

  test('what somebody changed since stays and is named; the rest is taken back', async () => {
    const one = await aBook({ title: 'So Long a Letter', author: 'Mariama Ba', publisher: 'NEA' })
    const entry = await edit(one.id, { author: 'Mariama Bâ', publisher: 'Heinemann' })
    await edit(one.id, { publisher: 'Waveland' }, other)
    expect(await undo(entry)).toEqual({
      fields: ['author'],
      kept: [{ field: 'publisher', reason: 'changed', message: 'The publisher was changed since and stays as it is' }],
    })
    expect(await readBook(one.id)).toMatchObject({ author: 'Mariama Ba', publisher: 'Waveland' })
    await expect(undo(entry)).rejects.toMatchObject({ code: 'ALREADY_UNDONE', status: 409 })
  })

  test('nothing is taken back of a deleted book, for a former genre that is gone, or for a title that is taken', async () => {
    const gone = await aBook({ title: 'Gone' })
    const goneEntry = await edit(gone.id, { title: 'Gone again' })
    await db.delete(book).where(eq(book.id, gone.id))
    expect(await undo(goneEntry)).toMatchObject({ fields: [], kept: [{ field: null, reason: 'gone' }] })

    const added = await manager.call(genreEditRouter.create, { name: 'Almanacs' })
    const one = await aBook({ title: 'Twice', author: 'Same', genreId: added.id })
    const genreEntry = await edit(one.id, { genreId: null, publisher: 'P' })
    await db.delete(genre).where(eq(genre.id, added.id))
    expect(await undo(genreEntry)).toMatchObject({
      fields: ['publisher'],
      kept: [{ field: 'genre', reason: 'genre_gone' }],
    })

    const titleEntry = await edit(one.id, { title: 'Once' })
    await aBook({ title: 'twice', author: 'SAME' })
    expect(await undo(titleEntry)).toMatchObject({ fields: [], kept: [{ field: 'title', reason: 'taken' }] })
    expect((await readBook(one.id)).title).toBe('Once')
    // Nothing was taken back, so it can be tried again.
    await db.delete(book).where(sql`title = 'twice'`)
    expect(await undo(titleEntry)).toMatchObject({ fields: ['title'] })
  })

  test('a toast finds the entry of its own change, and none after a change of somebody else', async () => {
    const one = await aBook({ title: 'Weep Not' })
    const entry = await edit(one.id, { title: 'Weep Not, Child' })
    const last = { kind: 'book', id: one.id } as const
    expect(await manager.call(undoRouter.lastEntry, last)).toEqual({ id: entry })
    expect(await other.call(undoRouter.lastEntry, last)).toEqual({ id: null })
    await edit(one.id, { publisher: 'Heinemann' }, other)
    expect(await manager.call(undoRouter.lastEntry, last)).toEqual({ id: null })
    expect(await manager.call(undoRouter.lastEntry, { ...last, id: newId() })).toEqual({ id: null })
  })

  test('the list says what the caller can take back, and what was', async () => {
    const one = await aBook({ title: 'Aya', author: 'Abouet' })
    const entry = await edit(one.id, { publisher: 'Gallimard' })
    const states = async () =>
      (await manager.call(activityRouter.of, { kind: 'book', id: one.id })).items.map((item) => [
        item.action,
        item.undo,
      ])
    expect(await states()).toEqual([
      ['book.update', 'possible'],
      ['book.create', 'possible'],
    ])
    await undo(entry)
    expect(await states()).toEqual([
      ['book.update', 'possible'],
      ['book.update', 'done'],
      ['book.create', 'possible'],
    ])
  })
})

describe('a book that was', () => {
  const states = async (id: string) =>
    (await manager.call(activityRouter.of, { kind: 'book', id })).items.map((item) => `${item.action} ${item.undo}`)

  test('added goes to the trash, unless somebody has changed it; deleted, it comes back', async () => {
    const { id } = await manager.call(bookEditRouter.create, { title: 'Nervous Conditions', author: 'Dangarembga' })
    const added = await lastEntry(id)
    const edited = await edit(id, { publisher: 'Women’s Press' }, other)
    expect(await undo(added)).toMatchObject({ fields: [], kept: [{ field: 'publisher', reason: 'changed' }] })
    await undo(edited)
    expect(await undo(added)).toEqual({ fields: ['book'], kept: [] })
    await expect(readBook(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await states(id)).toEqual([
      'book.delete possible',
      'book.update null',
      'book.update done',
      'book.create done',
    ])
    expect(await undo(await lastEntry(id))).toEqual({ fields: ['book'], kept: [] })
    expect(await readBook(id)).toMatchObject({ title: 'Nervous Conditions', publisher: '' })
    expect((await states(id))[0]).toBe('book.restore possible')
  })

  test('deleted stays in the trash while another one has its title, and cannot come back after it', async () => {
    const one = await aBook({ title: 'Maps', author: 'Farah' })
    await manager.call(bookEditRouter.remove, { id: one.id, version: 1 })
    const entry = await lastEntry(one.id)
    const twin = await aBook({ title: 'maps', author: 'Farah' })
    expect(await undo(entry)).toMatchObject({ fields: [], kept: [{ field: 'title', reason: 'taken' }] })
    await db.delete(book).where(eq(book.id, twin.id))
    await db.delete(deletedBook).where(eq(deletedBook.id, one.id))
    expect(await undo(entry)).toMatchObject({ fields: [], kept: [{ message: m.undo_kept_gone_for_good() }] })
  })

  test('merged is taken apart; what was changed since stays', async () => {
    const [one, two] = [
      await aBook({ title: 'Arrow of God', author: 'Achebe' }),
      await aBook({ title: 'Arrow of God.', author: 'C. Achebe', publisher: 'Heinemann' }),
    ]
    await manager.call(duplicateRouter.merge, {
      books: [
        { id: one.id, version: 1 },
        { id: two.id, version: 1 },
      ],
      keep: one.id,
      from: { publisher: two.id, author: two.id },
    })
    const entry = await lastEntry(one.id)
    expect(await readBook(one.id)).toMatchObject({ author: 'C. Achebe', publisher: 'Heinemann' })
    await edit(one.id, { publisher: 'Anchor' })
    expect(await undo(entry)).toMatchObject({ fields: ['books'], kept: [{ field: 'publisher', reason: 'changed' }] })
    expect(await readBook(one.id)).toMatchObject({ author: 'Achebe', publisher: 'Anchor' })
    expect(await readBook(two.id)).toMatchObject({ title: 'Arrow of God.', publisher: 'Heinemann' })
    await expect(undo(entry)).rejects.toMatchObject({ code: 'ALREADY_UNDONE' })
  })

  test('merged, taken apart and merged into another one stays with that one', async () => {
    const [one, two, three] = [
      await aBook({ title: 'Kintu', author: 'Makumbi' }),
      await aBook({ title: 'Kintu.', author: 'J. Makumbi' }),
      await aBook({ title: 'Kintu!', author: 'Jennifer Makumbi' }),
    ]
    const merge = async (keep: { id: string }, other: { id: string }) => {
      const books = [await readBook(keep.id), await readBook(other.id)].map(({ id, version }) => ({ id, version }))
      return manager.call(duplicateRouter.merge, { books, keep: keep.id, from: {} })
    }
    const { mergeId } = await merge(one, two)
    const entry = await lastEntry(one.id)
    await manager.call(duplicateRouter.split, { mergeId })
    await merge(three, two)
    await expect(undo(entry)).rejects.toMatchObject({ code: 'ALREADY_UNDONE' })
    expect(await db.$count(book, eq(book.id, two.id))).toBe(0)
  })
})

test('a genre gets its former names and colour; a name that is taken by now is refused', async () => {
  const { id } = await manager.call(genreEditRouter.create, { name: 'Mangas', names: { fr: 'Mangas (fr)' }, hue: 10 })
  await manager.call(genreEditRouter.update, { id, name: 'Manga', names: { fr: 'Mangas japonais' }, hue: 20 })
  const entry = await lastEntry(id)
  const taken = await manager.call(genreEditRouter.create, { name: 'MANGAS' })
  await expect(undo(entry)).rejects.toMatchObject({ code: 'GENRE_TAKEN' })
  await db.delete(genre).where(eq(genre.id, taken.id))
  expect((await undo(entry)).kept).toEqual([])
  const [row] = await db.select().from(genre).where(eq(genre.id, id))
  expect(row).toMatchObject({ name: 'Mangas', names: { fr: 'Mangas (fr)' }, hue: 10, words: 'Mangas (fr)' })
})

test('a merged or deleted genre comes back with its books, except those that got another one since', async () => {
  const [atlases, maps] = [
    await manager.call(genreEditRouter.create, { name: 'Atlases', names: { sw: 'Atlasi' }, hue: 40 }),
    await manager.call(genreEditRouter.create, { name: 'Maps', hue: 50 }),
  ]
  const books = await Promise.all(
    ['1', '2', '3'].map((title) => aBook({ title: `Atlas ${title}`, genreId: atlases.id })),
  )
  const own = await aBook({ title: 'Map of one', genreId: maps.id })
  await manager.call(genreEditRouter.merge, { id: atlases.id, into: maps.id })
  const merged = await lastEntry(atlases.id)
  await edit(books[0]?.id ?? '', { genreId: null })
  expect(await undo(merged)).toEqual({
    fields: ['genre'],
    kept: [{ field: 'books', reason: 'changed', message: 'Another genre was given since, and stays: 1 book' }],
  })
  const genreOf = async (id = '') => (await readBook(id)).genre?.name
  expect(await Promise.all([...books, own].map(({ id }) => genreOf(id)))).toEqual([
    undefined,
    'Atlases',
    'Atlases',
    'Maps',
  ])
  const [row] = await db.select().from(genre).where(eq(genre.id, atlases.id))
  expect(row).toMatchObject({ names: { sw: 'Atlasi' }, hue: 40, words: 'Atlasi' })

  await manager.call(genreEditRouter.remove, { id: atlases.id, moveTo: 'none' })
  const deleted = await lastEntry(atlases.id)
  await manager.call(genreEditRouter.create, { name: 'atlases' }).then(async ({ id }) => {
    await expect(undo(deleted)).rejects.toMatchObject({ code: 'GENRE_TAKEN' })
    await db.delete(genre).where(eq(genre.id, id))
  })
  expect(await undo(deleted)).toEqual({ fields: ['genre'], kept: [] })
  expect(await Promise.all(books.map(({ id }) => genreOf(id)))).toEqual([undefined, 'Atlases', 'Atlases'])
})

describe('a change of a user', () => {
  const read = (id: string) => manager.call(userRouter.get, { id })

  test('name, address and role', async () => {
    const one = await aUser({ name: 'Amina', email: 'amina@example.org', role: 'user' })
    const { version } = await read(one.id)
    await manager.call(userRouter.update, {
      id: one.id,
      version,
      name: 'Amina O.',
      email: 'ao@example.org',
      role: 'admin',
    })
    expect(await undo(await lastEntry(one.id))).toMatchObject({ fields: ['name', 'role', 'email'], kept: [] })
    // An address that is given back must be verified again.
    expect(await read(one.id)).toMatchObject({
      name: 'Amina',
      email: 'amina@example.org',
      role: 'user',
      emailVerified: false,
    })
  })

  test('a ban is lifted, and imposed again as it was', async () => {
    const one = await aUser({ role: 'user' })
    const until = new Date(Date.now() + 86_400_000)
    await manager.call(userRouter.ban, { id: one.id, reason: 'Late', until })
    const imposed = await lastEntry(one.id)
    await manager.call(userRouter.unban, { id: one.id })
    expect(await undo(await lastEntry(one.id))).toEqual({ fields: ['banned'], kept: [] })
    expect(await read(one.id)).toMatchObject({ banned: true, banReason: 'Late', banExpires: until })
    expect(await undo(imposed)).toEqual({ fields: ['banned'], kept: [] })
    expect(await read(one.id)).toMatchObject({ banned: false, banReason: null })
  })

  test('a ban whose end has passed since is not imposed again', async () => {
    const one = await aUser({ role: 'user' })
    const until = new Date(Date.now() + 86_400_000)
    await manager.call(userRouter.ban, { id: one.id, reason: 'Late', until })
    await manager.call(userRouter.unban, { id: one.id })
    const lifted = await lastEntry(one.id)
    moveClock(86_400_000 + 1)
    const { fields, kept } = await undo(lifted).finally(() => moveClock(0))
    expect([fields, kept.map(({ message }) => message)]).toEqual([[], [m.undo_kept_ban_over()]])
    expect(await read(one.id)).toMatchObject({ banned: false })
  })

  test('the rules of changes hold: nobody demotes themselves, and bans of others stay whole', async () => {
    const me = await signedIn(await aUser({ role: 'user' }), { authenticatedAt: now() })
    await manager.call(userRouter.update, {
      id: me.user.id,
      version: (await read(me.user.id)).version,
      role: 'admin',
    })
    await expect(undo(await lastEntry(me.user.id), me)).rejects.toMatchObject({ code: 'YOU_CANNOT_DEMOTE_YOURSELF' })
    const one = await aUser()
    await manager.call(userRouter.ban, { id: one.id, reason: 'A', until: null })
    const first = await lastEntry(one.id)
    await other.call(userRouter.ban, { id: one.id, reason: 'B', until: null })
    expect(await undo(first)).toMatchObject({ fields: [], kept: [{ field: 'banned', reason: 'changed' }] })
    expect(await read(one.id)).toMatchObject({ banned: true, banReason: 'B' })
  })
})

describe('a user', () => {
  const add = (email: string) => manager.call(userRouter.create, { name: 'Micere', email, role: 'user' })
  const isThere = async (id: string) => (await db.$count(user, eq(user.id, id))) > 0

  test('who was added goes to the trash, and comes back by the undo of that', async () => {
    const { id } = await add('micere@example.org')
    expect(await undo(await lastEntry(id))).toEqual({ fields: ['user'], kept: [] })
    expect(await isThere(id)).toBe(false)
    expect(await undo(await lastEntry(id))).toEqual({ fields: ['user'], kept: [] })
    expect(await isThere(id)).toBe(true)
    // The restoration is taken back too.
    await undo(await lastEntry(id))
    expect(await isThere(id)).toBe(false)
  })

  test('who has signed in or was changed since stays, and it is said why', async () => {
    const { id } = await add('mugo@example.org')
    const added = await lastEntry(id)
    await db.update(user).set({ name: 'Mugo', onboardedAt: new Date() }).where(eq(user.id, id))
    const { fields, kept } = await undo(added)
    expect([fields, kept.map(({ field, reason }) => [field, reason])]).toEqual([
      [],
      [
        ['name', 'changed'],
        ['onboardedAt', 'changed'],
      ],
    ])
    expect(await isThere(id)).toBe(true)
  })

  test('who signed up was added by nobody', async () => {
    const { id } = await aUser()
    const { items } = await manager.call(activityRouter.of, { kind: 'user', id })
    expect(items[0]).toMatchObject({ action: 'user.create', undo: null })
    await expect(undo(await lastEntry(id))).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
  })

  test('who was deleted stays in the trash while another has the address, and is gone after the purge', async () => {
    const one = await aUser({ name: 'Meja' })
    await manager.call(userRouter.remove, { id: one.id })
    const deleted = await lastEntry(one.id)
    const taker = await aUser({ email: one.email })
    expect((await undo(deleted)).kept).toMatchObject([{ field: 'email', reason: 'taken' }])
    await db.delete(user).where(eq(user.id, taker.id))
    const { items } = await manager.call(activityRouter.of, { kind: 'user', id: one.id })
    expect(items[0]).toMatchObject({ action: 'user.delete', undo: 'possible' })
    await db.delete(deletedUser).where(eq(deletedUser.id, one.id))
    const later = (await manager.call(activityRouter.of, { kind: 'user', id: one.id })).items
    expect(later[0]).toMatchObject({ action: 'user.delete', undo: null, subject: { name: null } })
    expect((await undo(deleted)).kept).toMatchObject([{ field: null, reason: 'gone' }])
  })
})

test('an API key needs the scopes of the noun', async () => {
  const one = await aBook({ title: 'Key' })
  const entry = await edit(one.id, { title: 'Keys' })
  const ask = async (scopes: string[]) => {
    const { key } = await aKey(manager.user, { scopes })
    const answer = await request(`/api/v1/activity/${entry}/undo`, { method: 'POST', headers: { 'x-api-key': key } })
    return answer.status
  }
  expect([await ask(['user:get']), await ask(['book:read']), await ask(['book:read', 'book:update'])]).toEqual([
    404, 403, 200,
  ])
})

test('by REST; unknown, malformed and other entries; readers', async () => {
  const one = await aBook({ title: 'Rest' })
  const path = `/api/v1/activity/${await edit(one.id, { title: 'Resting' })}/undo`
  const reader = await as('reader')
  expect((await reader.request(path, { method: 'POST' })).status).toBe(403)
  const answer = await manager.request(path, { method: 'POST' })
  expect([answer.status, await answer.json()]).toEqual([200, { fields: ['title'], kept: [] }])
  expect((await manager.request(path, { method: 'POST' })).status).toBe(409)
  for (const id of ['999999999', 'x', '-1', '1e3', '99999999999999999999'])
    expect((await manager.request(`/api/v1/activity/${id}/undo`, { method: 'POST' })).status, id).toBe(404)
  const someone = await aUser({ onboardedAt: null })
  await db.update(user).set({ onboardedAt: new Date() }).where(eq(user.id, someone.id))
  await expect(undo(await lastEntry(someone.id))).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
})
