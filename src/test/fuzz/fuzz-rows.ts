import { randomBytes } from 'node:crypto'
import { inArray, like } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { activity } from '#base/db/tables/activity.ts'
import { book } from '#base/db/tables/book.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { deletedBook } from '#base/db/tables/deleted-book.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { endedGenre } from '#base/db/tables/ended-genre.ts'
import { genre } from '#base/db/tables/genre.ts'
import { hold, loan } from '#base/db/tables/loan.ts'
import { savedView } from '#base/db/tables/saved-view.ts'
import { stocktake, stocktakeCopy, stocktakeScan } from '#base/db/tables/stocktake.ts'
import { session, user } from '#base/db/tables/user.ts'
import { DEFAULT_CHOICES } from '#exchange/import/import-choices.schema.ts'
import { now } from '#base/lib/clock.ts'
import type { SignedInCaller } from '../callers.ts'

export const DAY = 86_400_000
/** When the users were created. */
export const MOMENT = new Date('2026-01-02T03:04:05.678Z')

/** The same ids in every run, so that a seed generates the same requests. */
const idOf = (kind: number, index: number): string =>
  `00000000-0000-7000-800${kind.toString(16)}-${index.toString(16).padStart(12, '0')}`
const many = (count: number, kind: number): string[] => Array.from({ length: count }, (_, index) => idOf(kind, index))
export const BOOKS = many(30, 1)
export const USERS = many(12, 2)
/** Users with sessions, four each. */
export const WATCHED = USERS.slice(0, 3)
export const SESSIONS = many(WATCHED.length * 4, 3)
/** Half of them wait for their start, the others are done. */
export const IMPORTS = many(12, 4)
/** Genres that requests may change, merge and delete, beside the seeded ones that books have. */
export const GENRES = many(8, 5)
/** Half of them are the manager's own, the others for all. */
export const VIEWS = many(8, 6)
/** Entries of the activity, each of an edit of a book. */
export const ENTRIES = Array.from({ length: 12 }, (_, index) => 900_000_000 + index)

/** A copy of each of the first books, borrowers without loans, of whom each waits for a book, and groups without borrowers. */
export const COPIES = many(8, 7)
export const BORROWERS = many(8, 8)
export const GROUPS = many(8, 9)
export const HOLDS = many(8, 0)
export const STOCKTAKES = many(4, 10)

/** The address of a user of `USERS`. */
export const emailOf = (index: number): string => `pool-${index}@example.org`

/** Restores the rows that requests have deleted and changed. */
export async function restoreRows(genres: string[], manager: SignedInCaller): Promise<void> {
  for (const table of [stocktake, loan, hold, copy, borrower, borrowerGroup]) await db.delete(table)
  await db.insert(stocktake).values(STOCKTAKES.map((id) => ({ id, startedAt: MOMENT, location: null })))
  await db.delete(book).where(inArray(book.id, BOOKS))
  await db.delete(deletedBook).where(inArray(deletedBook.id, BOOKS))
  await db.delete(user).where(inArray(user.id, USERS))
  await db.delete(deletedUser)
  // A request may have given a known address to somebody else.
  for (const drawn of ['drawn-%', 'pool-%']) await db.delete(user).where(like(user.email, drawn))
  await db.insert(book).values(
    BOOKS.map((id, index) => ({
      id,
      title: `Drawn ${index}`,
      author: index % 3 === 0 ? '' : `Author ${index % 5}`,
      publisher: '',
      genreId: genres[index % genres.length] ?? null,
    })),
  )
  await restoreLending()
  await db.delete(activity).where(inArray(activity.id, ENTRIES))
  await db
    .insert(activity)
    .overridingSystemValue()
    .values(
      ENTRIES.map((id, index) => ({
        id,
        actorKind: 'operator' as const,
        action: 'book.update',
        subjectKind: 'book' as const,
        subjectId: BOOKS[index] ?? '',
        before: { publisher: 'Former' },
        after: { publisher: '' },
      })),
    )
  await db.delete(genre).where(inArray(genre.id, GENRES))
  await db.delete(endedGenre).where(inArray(endedGenre.id, GENRES))
  await db.insert(genre).values(GENRES.map((id, index) => ({ id, name: `Pool ${index}`, hue: index })))
  await db.delete(savedView)
  await db.insert(savedView).values(
    VIEWS.map((id, index) => ({
      id,
      list: index % 3 === 0 ? 'users' : 'books',
      name: `Drawn ${index}`,
      search: {},
      ...(index % 2 === 0 && { ownerId: manager.user.id }),
    })),
  )
  await db.delete(bookImport).where(inArray(bookImport.id, IMPORTS))
  await db.insert(bookImport).values(
    IMPORTS.map((id, index) => ({
      id,
      state: index % 2 === 0 ? ('waiting' as const) : ('done' as const),
      filename: 'drawn.csv',
      size: 6,
      shape: { kind: 'csv' as const },
      header: ['title'],
      columns: { title: 0 },
      choices: DEFAULT_CHOICES,
    })),
  )
  await db.insert(user).values(
    USERS.map((id, index) => ({
      id,
      name: `Person ${index}`,
      email: emailOf(index),
      emailVerified: index % 2 === 0,
      role: index === 1 ? 'admin' : 'user',
      onboardedAt: index === 2 ? null : MOMENT,
      banned: index === 3,
      createdAt: MOMENT,
      updatedAt: MOMENT,
    })),
  )
  await db.insert(session).values(
    SESSIONS.map((id, index) => ({
      id,
      userId: WATCHED[index % WATCHED.length] ?? '',
      token: randomBytes(24).toString('base64url'),
      expiresAt: new Date(now().getTime() + DAY),
    })),
  )
}

async function restoreLending(): Promise<void> {
  const bookOf = (index: number) => BOOKS[index] ?? ''
  await db.insert(borrowerGroup).values(GROUPS.map((id, index) => ({ id, name: `Group ${index}` })))
  await db.insert(borrower).values(BORROWERS.map((id, index) => ({ id, name: `Borrower ${index}` })))
  await db.insert(copy).values(COPIES.map((id, index) => ({ id, bookId: bookOf(index) })))
  // Each expects all copies, has seen one of them and a number that none has, and misses the others.
  await db
    .insert(stocktakeCopy)
    .values(STOCKTAKES.flatMap((stocktakeId) => COPIES.map((copyId) => ({ stocktakeId, copyId, location: '' }))))
  const scan = { deviceId: idOf(11, 0), isPhone: false, at: MOMENT, receivedAt: MOMENT }
  await db.insert(stocktakeScan).values(
    STOCKTAKES.flatMap((stocktakeId, index) => [
      { ...scan, stocktakeId, id: idOf(12, index), copyId: COPIES[0] ?? '', code: 'SEEN', result: 'seen' },
      { ...scan, stocktakeId, id: idOf(13, index), code: `OTHER-${index}`, result: 'unknown' },
    ]),
  )
  await db
    .insert(hold)
    .values(
      HOLDS.map((id, index) => ({ id, bookId: bookOf(index), borrowerId: BORROWERS[index] ?? '', placedAt: MOMENT })),
    )
}
