import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { newId } from '#base/lib/id.ts'
import { aKey, withKey } from '#test/api-keys.ts'
import { as, type Caller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { labelledValues } from '#test/labelled.ts'
import { bookEditRouter } from './book-edit.router.server.ts'

useDatabase()

const { create, update, remove } = bookEditRouter
const stored = async (id: string) => (await db.select().from(book).where(eq(book.id, id)))[0]
const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).toSorted()

describe('A manager', () => {
  test('adds a book, and it is recorded as theirs', async () => {
    const manager = await as('manager')
    const novel = await theGenre('novel')
    const input = { title: '  Nervous Conditions ', author: 'Tsitsi Dangarembga', genreId: novel.id, publisher: '' }
    const added = await manager.call(create, input)
    expect(added).toMatchObject({
      title: 'Nervous Conditions',
      author: 'Tsitsi Dangarembga',
      publisher: '',
      genre: { slug: 'novel' },
      version: 1,
    })
    const [row] = await db.select().from(activity).where(eq(activity.subjectId, added.id))
    expect(row).toMatchObject({ actorId: manager.user.id, action: 'book.create', inNameOf: null })
  })

  test('changes what is given and nothing else, as the next version', async () => {
    const manager = await as('manager')
    const { id } = await aBook({ author: 'Mariama Bâ', publisher: 'NEA' })
    const saved = await manager.call(update, { id, version: 1, title: 'Une si longue lettre' })
    expect(saved).toMatchObject({ title: 'Une si longue lettre', author: 'Mariama Bâ', publisher: 'NEA', version: 2 })
    expect(await manager.call(update, { id, version: 2, publisher: '' })).toMatchObject({ publisher: '', version: 3 })
  })

  test('deletes one', async () => {
    const manager = await as('manager')
    const [{ id }, kept] = [await aBook(), await aBook()]
    await manager.call(remove, { id })
    expect([await stored(id), await stored(kept.id)]).toEqual([undefined, expect.objectContaining({ id: kept.id })])
  })
})

describe('Two at once', () => {
  test('adding the same book: one is added, the other gets BOOK_TAKEN', async () => {
    const [one, other] = [await as('manager'), await as('manager')]
    const outcomes = await Promise.allSettled([
      one.call(create, { title: 'So Long a Letter', author: 'Mariama Bâ' }),
      other.call(create, { title: 'SO LONG a letter', author: 'mariama ba' }),
      one.call(create, { title: ' So  Long a Letter', author: 'Mariama Bâ' }),
    ])
    expect(codesOf(outcomes)).toEqual(['BOOK_TAKEN', 'BOOK_TAKEN', 'done'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, fields: { title: { key: 'title_taken' } } },
    })
  })

  test('saving one version: one wins, the other gets the saved book', async () => {
    const callers = [await as('manager'), await as('manager'), await as('manager')]
    const { id } = await aBook()
    const outcomes = await Promise.allSettled(
      callers.map((caller, index) => caller.call(update, { id, version: 1, title: `Title of ${index}`, author: '' })),
    )
    expect(codesOf(outcomes)).toEqual(['CONFLICT', 'CONFLICT', 'done'])
    const row = await stored(id)
    expect(row).toMatchObject({ version: 2, author: '' })
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') expect(outcome.value.title).toBe(row?.title)
      else
        expect(outcome.reason).toMatchObject({
          status: 409,
          theirs: { id, title: row?.title, version: 2, genre: null },
        })
    }
  })

  test('changing different fields: neither change is lost, and the conflict names who changed what', async () => {
    const [ama, kofi] = [await as('manager'), await as('manager')]
    const { id } = await aBook({ author: 'Bessie Hed', publisher: '' })
    await ama.call(update, { id, version: 1, publisher: 'Heinemann' })
    await withActor('operator', (tx) => tx.update(book).set({ author: 'B. Head', version: 3 }).where(eq(book.id, id)))
    const refused = await kofi.call(update, { id, version: 1, title: 'Maru' }).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      theirs: { publisher: 'Heinemann', author: 'B. Head' },
      changes: {
        publisher: { at: expect.any(Date), by: { kind: 'person', id: ama.user.id, name: ama.user.name } },
        author: { by: { kind: 'operator', id: null, name: null } },
      },
    })
    expect(refused).not.toHaveProperty('changes.title')
    await kofi.call(update, { id, version: 3, title: 'Maru' })
    expect(await stored(id)).toMatchObject({ title: 'Maru', author: 'B. Head', publisher: 'Heinemann', version: 4 })
  })

  test('with an API key: the conflict has the current book, but not who changed it', async () => {
    const manager = await as('manager')
    const { id } = await aBook()
    await manager.call(update, { id, version: 1, publisher: 'Heinemann' })
    const { key } = await aKey(manager.user, { scopes: ['book:update'] })
    const change = { method: 'PATCH', body: { version: 1, publisher: 'X' } }
    const response = await withKey(key, `/api/v1/books/${id}`, change)
    const body: unknown = await response.json()
    expect([response.status, body]).toMatchObject([409, { data: { theirs: { publisher: 'Heinemann' } } }])
    expect(body).not.toHaveProperty('data.changes')
  })

  test('deleting one: the other gets NOT_FOUND', async () => {
    const [one, other] = [await as('manager'), await as('manager')]
    const { id } = await aBook()
    const outcomes = await Promise.allSettled([one.call(remove, { id }), other.call(remove, { id, version: 1 })])
    expect(codesOf(outcomes)).toEqual(['NOT_FOUND', 'done'])
  })
})

describe('Invalid input is refused with a message at its field, and nothing changes', () => {
  const LONG = 'x'.repeat(501)
  const BAD: [Record<string, unknown>, string][] = [
    [{ title: '' }, 'title'],
    [{ title: '   \u00A0\u3000 ' }, 'title'],
    [{ title: '\u200F\u202E\u200B' }, 'title'],
    [{ title: '\u2800' }, 'title'],
    [{ title: null }, 'title'],
    [{ title: LONG }, 'title'],
    [{ title: 'a\0b' }, 'title'],
    [{ title: 'a\u001Fb' }, 'title'],
    [{ title: 'T', author: LONG }, 'author'],
    [{ title: 'T', author: '\0' }, 'author'],
    [{ title: 'T', publisher: 'p'.repeat(201) }, 'publisher'],
    [{ title: 'T', genreId: 'novel' }, 'genreId'],
    [{ title: 'T', genreId: newId() }, 'genreId'],
  ]

  test.each(BAD)('%j', async (fields, at) => {
    const manager = await as('manager')
    const before = await aBook()
    const refusal = {
      code: 'VALIDATION_ERROR',
      status: 400,
      fields: { [at]: expect.objectContaining({ key: expect.any(String) }) },
    }
    // The API may receive anything.
    await expect(manager.call(create, fields as { title: string })).rejects.toMatchObject(refusal)
    await expect(manager.call(update, { id: before.id, version: 1, ...fields })).rejects.toMatchObject(refusal)
    expect(await stored(before.id)).toEqual(before)
  })

  test.each(['👩🏽‍🚀 in space', 'مدن الملح', '\u200Fمدن', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴', '<b>&amp;', '%_\\', "Robert'); drop table book;--"])(
    'but %j is a title like any other',
    async (title) => {
      const manager = await as('manager')
      const { id } = await manager.call(create, { title })
      expect((await stored(id))?.title).toBe(title)
    },
  )

  test('texts that grow when they are folded fit all the same', async () => {
    const manager = await as('manager')
    // One letter that folds into eighteen, and 300 different ones that do not compress.
    const grown = '\uFDFA'
    const various = String.fromCodePoint(
      ...Array.from({ length: 300 }, (_, index) => 0x20000 + ((index * 7919) % 40_000)),
    )
    for (const text of [grown, various]) {
      const fields = { title: text.repeat(500).slice(0, 500), author: text.repeat(300).slice(0, 300) }
      const { id } = await manager.call(create, { ...fields, publisher: text.repeat(200).slice(0, 200) })
      expect(await manager.call(update, { id, version: 1, title: 'x' })).toMatchObject({ author: fields.author })
    }
  })

  test('a deleted genre is refused with a message at the genre', async () => {
    const manager = await as('manager')
    const [lost] = await db.insert(genre).values({ name: 'Almanacs', hue: 7 }).returning()
    const genreId = lost?.id ?? ''
    const { id } = await manager.call(create, { title: 'Almanac', genreId })
    await db.delete(genre).where(eq(genre.id, genreId))
    const refusal = { code: 'VALIDATION_ERROR', fields: { genreId: { key: 'genre_gone' } } }
    await expect(manager.call(update, { id, version: 1, genreId })).rejects.toMatchObject(refusal)
    expect(await stored(id)).toMatchObject({ version: 1, genreId: null })
  })

  test('a title that the author has', async () => {
    const manager = await as('manager')
    const [first, second] = [await aBook({ title: 'Xala' }), await aBook()]
    const refusal = { code: 'BOOK_TAKEN', status: 409, fields: { title: { key: 'title_taken' } } }
    await expect(manager.call(update, { id: second.id, version: 1, title: 'xalá' })).rejects.toMatchObject(refusal)
    expect(await manager.call(update, { id: first.id, version: 1, title: 'XALA' })).toMatchObject({ title: 'XALA' })
  })

  test.each(labelledValues(['', 'x', '\0', newId(), "' or 1=1"]))('an unknown book: %s', async (_, id) => {
    const manager = await as('manager')
    const missing = { code: 'NOT_FOUND', status: 404 }
    await expect(manager.call(update, { id: String(id), version: 1, title: 'T' })).rejects.toMatchObject(missing)
    await expect(manager.call(remove, { id: String(id) })).rejects.toMatchObject(missing)
    await expect(manager.call(remove, { id: String(id), version: 1 })).rejects.toMatchObject(missing)
  })

  test.each(labelledValues([0, -1, 1.5, 2 ** 31, '', 'x', '1e99', Number.NaN]))(
    'the version %s',
    async (_, version) => {
      const manager = await as('manager')
      const { id } = await aBook()
      const refusal = { code: 'VALIDATION_ERROR', fields: { version: expect.anything() } }
      await expect(manager.call(update, { id, version: version as number, title: 'T' })).rejects.toMatchObject(refusal)
      await expect(manager.call(remove, { id, version: version as number })).rejects.toMatchObject(refusal)
      expect(await stored(id)).toMatchObject({ version: 1 })
    },
  )
})

describe('A reader or a stranger never', () => {
  const attempts = (id: string): ((caller: Caller) => Promise<unknown>)[] => [
    (caller) => caller.call(create, { title: 'Mine' }),
    (caller) => caller.call(update, { id, version: 1, title: 'Mine' }),
    (caller) => caller.call(remove, { id }),
  ]

  test('changes a book', async () => {
    const before = await aBook()
    for (const caller of [
      await as('stranger'),
      await as('newcomer'),
      await as('reader'),
      await as('manager', { banned: true }),
    ])
      for (const attempt of attempts(before.id))
        await expect(attempt(caller)).rejects.toMatchObject({ status: expect.toBeOneOf([401, 403]) })
    expect(await stored(before.id)).toEqual(before)
  })
})

describe('By REST', () => {
  test('a book is added, changed and deleted', async () => {
    const manager = await as('manager')
    const added = await manager.request('/api/v1/books', { body: { title: 'Petals of Blood', author: 'Ngũgĩ' } })
    expect(added.status).toBe(201)
    const body = await added.json()
    expect(added.headers.get('location')).toBe(`/api/v1/books/${body.id}`)
    const path = `/api/v1/books/${body.id}`
    const changed = await manager.request(path, { method: 'PATCH', body: { version: 1, publisher: 'Heinemann' } })
    expect([changed.status, await changed.json()]).toMatchObject([
      200,
      { publisher: 'Heinemann', author: 'Ngũgĩ', version: 2 },
    ])
    const stale = await manager.request(path, { method: 'PATCH', body: { version: 1, publisher: 'Mine' } })
    expect([stale.status, await stale.json()]).toMatchObject([
      409,
      { code: 'CONFLICT', data: { theirs: { publisher: 'Heinemann', version: 2 } } },
    ])
    expect((await manager.request(`${path}?version=1`, { method: 'DELETE' })).status).toBe(409)
    const removed = await manager.request(`${path}?version=2`, { method: 'DELETE' })
    expect([removed.status, await removed.text()]).toEqual([204, ''])
    expect((await manager.request(path, { method: 'DELETE' })).status).toBe(404)
  })

  test('invalid values are reported at their fields', async () => {
    const manager = await as('manager')
    await aBook({ title: 'Matigari', author: 'Ngũgĩ' })
    const taken = await manager.request('/api/v1/books', { body: { title: 'matigari', author: 'NGUGI' } })
    expect([taken.status, await taken.json()]).toMatchObject([
      409,
      {
        code: 'BOOK_TAKEN',
        message: 'A book by this author already exist',
        data: { fields: { title: 'title_taken' } },
      },
    ])
    for (const body of [{}, { title: 7 }, [], 'x', null]) {
      const response = await manager.request('/api/v1/books', { body })
      expect([response.status, (await response.json()).code]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })
})
