import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { seedBooks } from '#base/db/seed/seed.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { user } from '#base/db/tables/user.ts'
import { accountRouter } from '#people/account/account.router.server.ts'
import { createImport, startImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { storeUpload } from '#base/db/uploads.server.ts'
import { userRouter } from '#people/user/user.router.server.ts'
import { now } from '#base/lib/clock.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { demoteAll } from '#test/admins.ts'
import { as, signedIn, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser, theGenre, type UserRow } from '#test/factories.ts'
import { signInByCode } from '#test/sign-in/outbox.ts'
import { activityRouter } from './activity.router.server.ts'
import { undoRouter } from './undo/undo.router.server.ts'

useDatabase()

/** What is recorded of a book or a user, oldest first: who, what, before and after. */
async function recorded(id: string) {
  const rows = await db.select().from(activity).where(eq(activity.subjectId, id)).orderBy(activity.id)
  return rows.map(({ actorKind, actorId, inNameOf, action, before, after }) => ({
    by: actorId ?? actorKind,
    ...(inNameOf && { inNameOf }),
    action,
    before,
    after,
  }))
}
const last = async (id: string) => (await recorded(id)).at(-1)

/** The empty fields of a book that are recorded, by column. */
const EMPTY = {
  publisher: '',
  isbn: [],
  edition: '',
  series: '',
  volume: '',
  shelf_mark: '',
  subjects: [],
  summary: '',
  details: [],
}

describe('A change of a book', () => {
  test('is recorded with what changed and by whom, in the same transaction', async () => {
    const manager = await aUser({ role: 'admin' })
    const novel = await theGenre('novel')
    const { id } = await aBook({ title: 'Things Fall Apart', author: 'Chinua Achebe', publisher: '' })
    await withActor({ userId: manager.id }, (tx) =>
      tx
        .update(book)
        .set({ title: 'No Longer at Ease', genreId: novel.id, version: 2, updatedAt: now() })
        .where(eq(book.id, id)),
    )
    await withActor({ userId: manager.id }, (tx) => tx.update(book).set({ version: 3 }).where(eq(book.id, id)))
    await withActor('operator', (tx) => tx.delete(book).where(eq(book.id, id)))
    expect(await recorded(id)).toEqual([
      {
        by: 'system',
        action: 'book.create',
        before: null,
        after: { ...EMPTY, title: 'Things Fall Apart', author: 'Chinua Achebe' },
      },
      {
        by: manager.id,
        action: 'book.update',
        before: { title: 'Things Fall Apart', genre_id: null },
        after: { title: 'No Longer at Ease', genre_id: novel.id },
      },
      {
        by: 'operator',
        action: 'book.delete',
        before: { ...EMPTY, title: 'No Longer at Ease', author: 'Chinua Achebe', genre_id: novel.id },
        after: null,
      },
    ])
  })

  test('that did not happen is not', async () => {
    const [{ id }, manager] = [await aBook(), await aUser()]
    const failing = withActor({ userId: manager.id }, async (tx) => {
      await tx.delete(book).where(eq(book.id, id))
      throw new Error('No')
    })
    await expect(failing).rejects.toThrow('No')
    expect(await recorded(id)).toHaveLength(1)
  })

  test('of many at once is recorded for each', async () => {
    const manager = await aUser()
    const books = [await aBook(), await aBook(), await aBook()]
    const novel = await theGenre('novel')
    await withActor({ userId: manager.id }, (tx) =>
      tx.update(book).set({ genreId: novel.id }).where(eq(book.author, 'Assia Djebar')),
    )
    for (const { id } of books) expect(await last(id)).toMatchObject({ by: manager.id, action: 'book.update' })
  })

  test('by the loss of its genre is recorded too', async () => {
    const [lost] = await db.insert(genre).values({ name: 'Almanacs', hue: 7 }).returning()
    const { id } = await aBook({ genreId: lost?.id ?? null })
    await db.delete(genre).where(eq(genre.id, lost?.id ?? ''))
    expect(await last(id)).toMatchObject({ by: 'system', before: { genre_id: lost?.id }, after: { genre_id: null } })
    const [item] = (await (await as('manager')).call(activityRouter.of, { kind: 'book', id })).items
    expect(item?.changes).toEqual([{ field: 'genre', before: { name: '', slug: null, names: null }, after: null }])
  })

  test('by an import is one entry, which the page of each of its books shows', async () => {
    async function* file() {
      yield Buffer.from('title,author,genre\nImported one,A,Riwaya\nImported two,A,\n')
    }
    const { id } = await createImport({ upload: await storeUpload('donation.csv', file()), userId: null })
    await startImport(id)
    await runImport(id)
    const [one] = await db.select().from(book).where(eq(book.title, 'Imported one'))
    const { items } = await (await as('manager')).call(activityRouter.of, { kind: 'book', id: one?.id ?? '' })
    expect(items).toMatchObject([
      {
        action: 'book.import',
        actor: { kind: 'operator', id: null, name: null },
        subject: { id, name: 'donation.csv', isThere: true },
      },
    ])
    expect(items[0]?.changes).toContainEqual({ field: 'created', before: null, after: 2 })
  })

  test('of the samples is nobody’s', async () => {
    const before = await db.$count(activity)
    expect(await seedBooks(db)).toBeGreaterThan(100)
    expect(await db.$count(activity)).toBe(before)
    await aBook()
    expect(await db.$count(activity)).toBe(before + 1)
  })
})

describe('A change of a user', () => {
  test('is that user’s own where nobody else is named', async () => {
    const newcomer = await as('newcomer')
    const { id } = newcomer.user
    await newcomer.call(accountRouter.onboard, { name: 'Ngũgĩ' })
    await newcomer.request('/api/auth/update-user', { body: { name: 'James' } })
    expect((await recorded(id)).map(({ by, action }) => [by, action])).toEqual([
      [id, 'user.create'],
      [id, 'user.onboard'],
      [id, 'user.update'],
    ])
    expect(await last(id)).toMatchObject({ before: { name: 'Ngũgĩ' }, after: { name: 'James' } })
  })

  test('by signing up with a code is recorded, and a sign-in is not', async () => {
    await signInByCode('sign-up@example.org')
    await signInByCode('sign-up@example.org')
    const [person] = await db.select().from(user).where(eq(user.email, 'sign-up@example.org'))
    const rows = await recorded(person?.id ?? '')
    expect(rows.map(({ by, action }) => [by, action])).toEqual([[person?.id, 'user.create']])
  })

  test.each<[string, Record<string, unknown>, (by: SignedInCaller, on: UserRow) => Promise<unknown>]>([
    [
      'user.ban',
      { banned: true, ban_reason: 'Lost books' },
      (by, { id }) => by.call(userRouter.ban, { id, reason: 'Lost books' }),
    ],
    ['user.unban', { banned: false, ban_reason: null }, (by, { id }) => by.call(userRouter.unban, { id })],
    [
      'user.set-role',
      { role: 'admin,user' },
      (by, { id, version }) => by.call(userRouter.update, { id, version, role: ['user', 'admin'] }),
    ],
  ])('by a manager is the manager’s: %s', async (action, after, change) => {
    const manager = await as('manager')
    const person = await aUser(action === 'user.unban' ? { banned: true, banReason: 'x' } : {})
    await change(manager, person)
    expect(await last(person.id)).toMatchObject({ by: manager.user.id, action, after })
  })

  test('by somebody who looks through other eyes names both', async () => {
    const [manager, person] = [await as('manager'), await aUser()]
    await manager.request(`/api/v1/users/${person.id}/impersonation`, { body: { reason: 'To help' } })
    await manager.request('/api/auth/update-user', { body: { name: 'Renamed' } })
    expect(await last(person.id)).toMatchObject({
      by: manager.user.id,
      inNameOf: person.id,
      action: 'user.update',
      after: { name: 'Renamed' },
    })
    const [item] = (await (await as('manager')).call(activityRouter.of, { kind: 'user', id: person.id })).items
    expect(item).toMatchObject({
      actor: { kind: 'person', id: manager.user.id, name: manager.user.name },
      inNameOf: { id: person.id, name: 'Renamed' },
    })
  })

  test('holds no secret, and nothing that says nothing', async () => {
    const { id } = await aUser({ image: 'https://example.org/face.png', adminListedAt: now() })
    await db.update(user).set({ updatedAt: now(), adminListedAt: null, image: null }).where(eq(user.id, id))
    const [created, ...others] = await recorded(id)
    expect(others).toEqual([])
    expect(Object.keys(created?.after ?? {}).toSorted()).toEqual([
      'banned',
      'email',
      'email_verified',
      'name',
      'onboarded_at',
      'role',
    ])
  })

  test('without a name is told by the address', async () => {
    const [nameless, named] = [await aUser({ name: '', email: 'nobody@example.org' }), await aUser({ name: 'Ama' })]
    const { items } = await (await as('manager')).call(activityRouter.of, { kind: 'user', id: nameless.id })
    expect(items.map(({ subject }) => subject.name)).toEqual(['nobody@example.org'])
    const [entry] = await db.select().from(activity).where(eq(activity.subjectId, named.id))
    expect(entry?.subjectName).toBe('Ama')
  })

  test('of the role by nobody is the system’s: ADMIN_EMAIL gave it', async () => {
    const { id } = await aUser()
    await db.update(user).set({ role: 'admin' }).where(eq(user.id, id))
    expect(await last(id)).toMatchObject({ by: 'system', action: 'user.set-role' })
  })
})

describe('When a user is deleted for good', () => {
  test('what they did stays, as a former user’s; what was known of them does not', async () => {
    const [manager, person] = [await as('manager'), await aUser({ name: 'Bessie Head', email: 'bessie@example.org' })]
    const { id } = await aBook()
    await withActor({ userId: person.id }, (tx) => tx.update(book).set({ title: 'Maru' }).where(eq(book.id, id)))
    await db.update(user).set({ name: 'B. Head' }).where(eq(user.id, person.id))
    expect(await manager.call(userRouter.remove, { id: person.id, forGood: true })).toEqual({ isTold: true })
    const [item] = (await manager.call(activityRouter.of, { kind: 'book', id })).items
    expect(item).toMatchObject({ actor: { kind: 'person', id: null, name: null }, subject: { name: 'Maru' } })
    const { items } = await manager.call(activityRouter.of, { kind: 'user', id: person.id })
    expect(items.map(({ action, actor, subject, changes }) => [action, actor.id, subject.name, changes])).toEqual([
      ['user.delete-for-good', manager.user.id, null, []],
      ['user.update', null, null, []],
      ['user.create', null, null, []],
    ])
    expect(items.every(({ subject }) => !subject.isThere)).toBe(true)
    const all = JSON.stringify(await db.select().from(activity))
    expect(all).not.toMatch(/bessie|Head/i)
  })

  test('by another at the same moment, one stays and nobody waits in a circle', async () => {
    await demoteAll()
    const [one, other] = [await aUser({ role: 'admin' }), await aUser({ role: 'admin' })]
    const outcomes = await Promise.allSettled([
      withActor({ userId: one.id }, (tx) => tx.delete(user).where(eq(user.id, other.id))),
      withActor({ userId: other.id }, (tx) => tx.delete(user).where(eq(user.id, one.id))),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const failure = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(toAppError(failure?.reason).error.code).toBe('LAST_ADMIN')
  })

  test('by themselves, it was a former user', async () => {
    const caller = await signedIn(await aUser(), { authenticatedAt: now() })
    expect((await caller.request('/api/auth/delete-user', { body: {} })).status).toBe(200)
    expect(await last(caller.user.id)).toEqual({
      by: 'person',
      action: 'user.delete-for-good',
      before: null,
      after: null,
    })
  })
})

describe('The list of all', () => {
  test('is paged, newest first, and shows genres by name, moments as such', async () => {
    const manager = await as('manager')
    const { id } = await aBook({ publisher: '', genreId: (await theGenre('poetry')).id })
    for (const title of ['One', 'Two', 'Three'])
      await withActor({ userId: manager.user.id }, (tx) =>
        tx
          .update(book)
          .set({ title: `Title ${title}` })
          .where(eq(book.id, id)),
      )
    const first = await manager.call(activityRouter.of, { kind: 'book', id, limit: 3 })
    expect(first.items.map(({ changes }) => changes[0]?.after)).toEqual(['Title Three', 'Title Two', 'Title One'])
    expect(first.items[0]).toMatchObject({
      actor: { kind: 'person', id: manager.user.id, name: manager.user.name },
      inNameOf: null,
      action: 'book.update',
      subject: { kind: 'book', id, name: 'Title Three', isThere: true },
      changes: [{ field: 'title', before: 'Title Two', after: 'Title Three' }],
    })
    const rest = await manager.call(activityRouter.of, { kind: 'book', id, limit: 3, cursor: first.nextCursor ?? '' })
    expect(rest.nextCursor).toBeNull()
    expect(rest.items[0]?.changes.map(({ field, after }) => [field, after])).toEqual([
      ['title', expect.stringMatching(/^Book/)],
      ['author', 'Assia Djebar'],
      ['genre', expect.objectContaining({ slug: 'poetry' })],
    ])
    const { items } = await manager.call(activityRouter.list, { limit: 2 })
    expect(items.map(({ subject }) => subject.name)).toEqual(['Title Three', 'Title Two'])
    const mine = await manager.call(activityRouter.of, { kind: 'user', id: manager.user.id })
    expect(mine.items.map(({ action }) => action)).toEqual(['book.update', 'book.update', 'book.update', 'user.create'])
    expect(mine.items.at(-1)?.changes).toContainEqual({ field: 'onboardedAt', before: null, after: expect.any(Date) })
  })

  test.each(['x', '-1', "1' or 1=1", '\0', '9'.repeat(16)])('refuses the cursor %j', async (cursor) => {
    const manager = await as('manager')
    await expect(manager.call(activityRouter.list, { cursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('is for managers alone', async () => {
    const { id } = await aBook()
    for (const caller of [await as('stranger'), await as('newcomer'), await as('reader')]) {
      const status = caller.cookies.size === 0 ? 401 : 403
      await expect(caller.call(activityRouter.list, {})).rejects.toMatchObject({ status })
      await expect(caller.call(activityRouter.of, { kind: 'book', id })).rejects.toMatchObject({ status })
      await expect(caller.call(activityRouter.of, { kind: 'user', id })).rejects.toMatchObject({ status })
    }
  })
})

test('A field that a book gets later is recorded without a word about it', async () => {
  await db.execute(sql`alter table book add column shape text not null default ''`)
  const { id } = await aBook()
  await db.execute(sql`update book set shape = 'round' where id = ${id}`)
  expect(await last(id)).toMatchObject({ before: { shape: '' }, after: { shape: 'round' } })
  const [item] = (await (await as('manager')).call(activityRouter.of, { kind: 'book', id })).items
  expect(item?.changes).toEqual([{ field: 'shape', before: '', after: 'round' }])
})

test('Of several bans of a user and their ends only the last can be undone', async () => {
  const manager = await as('manager')
  const { id } = await aUser()
  const ban = () => manager.call(userRouter.ban, { id, reason: 'Late', until: null })
  const states = async () =>
    (await manager.call(activityRouter.of, { kind: 'user', id })).items.map(({ undo }) => undo).slice(0, -1)
  await ban()
  await manager.call(userRouter.unban, { id })
  await ban()
  expect(await states()).toEqual(['possible', null, null])
  const [newest] = (await manager.call(activityRouter.of, { kind: 'user', id })).items
  await manager.call(undoRouter.undo, { id: String(newest?.id) })
  expect(await states()).toEqual(['possible', 'done', null, null])
})
