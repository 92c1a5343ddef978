import { asc, eq } from 'drizzle-orm'
import { isoDay } from '#base/lib/day-start.ts'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { setActor } from '../actor.server.ts'
import type { Queryable } from '../connection/client.server.ts'
import { book } from '../tables/book.ts'
import { borrower, borrowerGroup } from '../tables/borrower.ts'
import { copy } from '../tables/copy.ts'
import { genre } from '../tables/genre.ts'
import { librarySetting } from '../tables/library-setting.ts'
import { loan } from '../tables/loan.ts'
import { sampleBook, sampleBorrower } from '../tables/sample.ts'
import genres from './genres.json' with { type: 'json' }
import lending from './lending.json' with { type: 'json' }

const DAY = 86_400_000
/** Days of a loan: the default of a group. */
const LOAN_DAYS = 14
/** Genres whose books are lent in the sample, as in a school. */
const LENT_GENRES = new Set(['children', 'young-adult', 'fable', 'adventure'])
/** Steps in the books of LENT_GENRES from one loan to the next, so that languages and genres mix. */
const STEP = 2

/**
 * Lets a new library lend its sample books: a copy of each, two classes of fictitious borrowers, and loans of the last
 * month, some of which are late. The activity does not record it.
 */
export const seedLending = (db: Queryable): Promise<void> =>
  db.transaction(async (tx) => {
    // A library with groups has lent before.
    if ((await tx.$count(borrowerGroup)) > 0) return
    await setActor(tx, 'none')
    await tx
      .insert(librarySetting)
      .values({ lending: true })
      .onConflictDoUpdate({ target: librarySetting.id, set: { lending: true } })
    const books = await tx
      .select({ id: book.id, slug: genre.slug })
      .from(book)
      .innerJoin(sampleBook, eq(sampleBook.bookId, book.id))
      .leftJoin(genre, eq(genre.id, book.genreId))
      .orderBy(asc(book.createdAt), asc(book.id))
    const copies = await tx
      .insert(copy)
      .values(books.map(({ id, slug }) => ({ bookId: id, location: shelfOf(slug) })))
      .returning({ id: copy.id, bookId: copy.bookId })
    const people = await seedBorrowers(tx)
    const lent = books.filter(({ slug }) => slug !== null && LENT_GENRES.has(slug))
    const copyOf = new Map(copies.map(({ id, bookId }) => [bookId, id]))
    await tx.insert(loan).values(
      lending.loans.flatMap(({ lent: daysAgo, returned }, index) => {
        const copyId = copyOf.get(lent[index * STEP]?.id ?? '')
        // Every second borrower has a book, and most of these borrowers two.
        const person = people[(index * 8) % people.length]
        if (!copyId || !person) return []
        const lentAt = new Date(now().getTime() - daysAgo * DAY)
        return {
          copyId,
          borrowerId: person.id,
          groupId: person.groupId,
          lentAt,
          dueOn: isoDay(lentAt.getTime() + LOAN_DAYS * DAY, 'UTC'),
          returnedAt: returned === undefined ? null : new Date(now().getTime() - returned * DAY),
          actId: newId(),
        }
      }),
    )
  })

/** Where books of a genre stand: letters, which are the same in every language. */
const shelfOf = (slug: string | null): string => {
  const position = genres.findIndex((one) => one.slug === slug)
  const letter = String.fromCodePoint(65 + (position % 26))
  return position < 0 ? '' : position < 26 ? letter : `A${letter}`
}

async function seedBorrowers(tx: Queryable): Promise<{ id: string; groupId: string | null }[]> {
  const groups = await tx
    .insert(borrowerGroup)
    .values(lending.groups.map(({ name }) => ({ name })))
    .returning()
  const rows = groups.flatMap(({ id }, index) =>
    (lending.borrowers[index] ?? []).map((name) => ({ name, groupId: id })),
  )
  const people = await tx.insert(borrower).values(rows).returning({ id: borrower.id, groupId: borrower.groupId })
  await tx.insert(sampleBorrower).values(people.map(({ id }) => ({ borrowerId: id })))
  return people
}
