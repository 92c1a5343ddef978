import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { foldedTitle, hashOfFolded } from '../shared/book-key.server.ts'
import { toAppError } from '#base/rpc/errors.server.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, aUser } from '#test/factories.ts'

useDatabase()
beforeEach(async () => void (await db.delete(book)))

const refusalOf = (adding: Promise<unknown>) =>
  adding.then(
    () => 'added',
    (error: unknown) => toAppError(error),
  )
const BOOK_TAKEN = {
  isKnown: true,
  error: { code: 'BOOK_TAKEN', status: 409, fields: { title: { key: 'title_taken' } } },
}

describe('a title of an author', () => {
  test.each([
    ['the same', 'Les Misérables', 'Victor Hugo'],
    ['in another case', 'LES MISÉRABLES', 'victor hugo'],
    ['without accents', 'Les Miserables', 'Víctor Hugo'],
    ['with other spaces', '  Les\u00A0 Misérables ', 'Victor  Hugo'],
    ['with a dot', 'Les Misérables', 'Victor. Hugo'],
  ])('is refused a second time: %s', async (_, title, author) => {
    await aBook({ title: 'Les Misérables', author: 'Victor Hugo' })
    expect(await refusalOf(db.insert(book).values({ title, author }))).toMatchObject(BOOK_TAKEN)
  })

  test.each([
    ['another author', 'Les Misérables', 'Victor Hugo fils'],
    ['another title', 'Les Misérables II', 'Victor Hugo'],
    ['no author', 'Les Misérables', ''],
    ['the border between both elsewhere', 'Les Misérables Victor', 'Hugo'],
  ])('is free for %s', async (_, title, author) => {
    await aBook({ title: 'Les Misérables', author: 'Victor Hugo' })
    expect(await refusalOf(db.insert(book).values({ title, author }))).toBe('added')
  })

  test('is taken among books without an author too', async () => {
    await aBook({ title: 'Beowulf', author: '' })
    expect(await refusalOf(db.insert(book).values({ title: 'BEOWULF' }))).toMatchObject(BOOK_TAKEN)
  })

  test('is taken whatever the dots and spaces of initials, for a pair that was there before until it is edited', async () => {
    const first = await aBook({ title: 'Kiti Kimoja', author: 'J. R. R. Abc' })
    expect(await refusalOf(aBook({ title: 'kiti  kimoja', author: 'J.R.R. Abc' }))).toMatchObject(BOOK_TAKEN)
    const later = await aBook({ title: 'Kiti Kimoja', author: 'Somebody' })
    // As an update leaves it.
    await db.transaction(async (tx) => {
      await tx.execute(sql`alter table book disable trigger book_derived_again`)
      await tx.update(book).set({ author: 'J.R.R. Abc' }).where(eq(book.id, later.id))
      await tx.execute(sql`alter table book enable trigger book_derived_again`)
    })
    const change = (values: Partial<typeof book.$inferInsert>) =>
      refusalOf(db.update(book).set(values).where(eq(book.id, later.id)))
    const ok = await change({ publisher: 'Seuil' })
    expect(ok).toBe('added')
    expect(await change({ author: 'J R R Abc' })).toMatchObject(BOOK_TAKEN)
    expect(await change({ author: 'J R R Abd' })).toBe('added')
    expect(first.title).toBe('Kiti Kimoja')
  })

  test('is compared across Arabic spellings', async () => {
    await aBook({ title: 'أولاد حارتنا', author: 'نجيب محفوظ' })
    expect(await refusalOf(db.insert(book).values({ title: 'اولاد حارتنا', author: 'نَجيب مَحفوظ' }))).toMatchObject(
      BOOK_TAKEN,
    )
  })

  test('is free in another edition, which is compared in the same way', async () => {
    const [title, author] = ['Les Misérables', 'Victor Hugo']
    await aBook({ title, author })
    const second = await aBook({ title, author, edition: '2e édition' })
    expect(await refusalOf(db.insert(book).values({ title, author, edition: '2E  Edition' }))).toMatchObject(BOOK_TAKEN)
    const renamed = (edition: string) => db.update(book).set({ edition }).where(eq(book.id, second.id))
    expect(await refusalOf(renamed(''))).toMatchObject(BOOK_TAKEN)
    expect(await refusalOf(renamed('3e édition'))).toBe('added')
    expect(await refusalOf(db.insert(book).values({ title, author, edition: '2e édition' }))).toBe('added')
    // The border between author and edition counts.
    expect(await refusalOf(db.insert(book).values({ title, author: `${author} 2e édition` }))).toBe('added')
  })

  test('is free in another volume, which is compared in the same way, and is no edition', async () => {
    const [title, author] = ['Les Misérables', 'Victor Hugo']
    await aBook({ title, author })
    const second = await aBook({ title, author, volume: 'Tome II' })
    expect(await refusalOf(db.insert(book).values({ title, author, volume: 'tome  ii' }))).toMatchObject(BOOK_TAKEN)
    const changed = (volume: string) => db.update(book).set({ volume }).where(eq(book.id, second.id))
    expect(await refusalOf(changed(''))).toMatchObject(BOOK_TAKEN)
    expect(await refusalOf(changed('3'))).toBe('added')
    expect(await refusalOf(db.insert(book).values({ title, author, volume: 'Tome II' }))).toBe('added')
    expect(await refusalOf(db.insert(book).values({ title, author, edition: '3' }))).toBe('added')
    expect(await refusalOf(db.insert(book).values({ title, author, edition: '3', volume: '3' }))).toBe('added')
  })

  test.each([
    ['', ''],
    ['2e édition', ''],
    ['', 'Tome II'],
    ['2e édition', 'Tome II'],
  ])('is compared alike by the database and by imports: edition %j, volume %j', async (edition, volume) => {
    const { id, title, author } = await aBook({ title: 'Les Misérables', author: 'Víctor  H. Hugo', edition, volume })
    const folded = foldedTitle(sql`${title}::text`, sql`${author}::text`)
    const known = hashOfFolded(sql`(${folded})`, sql`${edition}::text`, sql`${volume}::text`)
    const { rows } = await db.execute(
      sql`select title_hash = ${known} and title_hash = public.book_hash(title, author, edition, volume) as is_same from book where id = ${id}`,
    )
    expect(rows).toEqual([{ is_same: true }])
  })

  test('may have the maximum length', async () => {
    const [title, author, publisher] = ['ﷺ'.repeat(500), 'ﷺ'.repeat(300), 'ﷺ'.repeat(200)]
    await expect(aBook({ title, author, publisher })).resolves.toMatchObject({ title, author, publisher })
    await expect(aBook({ title: '𒀀'.repeat(250), author: '𒀀'.repeat(150) })).resolves.toBeTruthy()
    expect(await refusalOf(db.insert(book).values({ title, author }))).toMatchObject(BOOK_TAKEN)
  })
})

describe('other names', () => {
  test('a genre exists once', async () => {
    expect(await refusalOf(db.insert(genre).values({ name: 'POETRY', hue: 1 }))).toMatchObject({
      isKnown: true,
      error: { code: 'GENRE_TAKEN', status: 409, fields: { name: { key: 'genre_taken' } } },
    })
  })

  test('an address belongs to one user', async () => {
    const { email } = await aUser()
    expect(await refusalOf(aUser({ email }))).toMatchObject({
      isKnown: true,
      error: { code: 'EMAIL_TAKEN', status: 409, fields: { email: { key: 'email_taken' } } },
    })
  })

  test('any other error of the database is not mapped and reveals nothing', async () => {
    const refusal = await refusalOf(db.insert(genre).values({ name: 'Odd', hue: 400 }))
    expect(refusal).toMatchObject({
      isKnown: false,
      error: { code: 'UNKNOWN_ERROR', status: 500, message: 'Something went wrong' },
    })
  })
})
