import { beforeAll } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { copy } from '#base/db/tables/copy.ts'
import { aBook } from './factories.ts'

/** The library of this test file lends books. It stands where it is about noon: no midnight comes between two acts. */
export const useLending = (): void =>
  beforeAll(() => storeLibrarySettings({ lending: true, timeZone: zoneAtNoon(new Date()) }))

/** The zone where it is between noon and one o'clock at `date`. */
function zoneAtNoon(date: Date): string {
  const ahead = 12 - date.getUTCHours()
  // The sign is turned round in these names: Etc/GMT-5 is five hours ahead of UTC.
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

let made = 0

/** Adds a copy, of a new book unless one is named. */
export async function aCopy(fields: Partial<typeof copy.$inferInsert> = {}): Promise<typeof copy.$inferSelect> {
  const bookId = fields.bookId ?? (await aBook()).id
  const [row] = await db
    .insert(copy)
    .values({ ...fields, bookId })
    .returning()
  if (!row) throw new Error('No copy was added')
  return row
}

/**
 * Adds a group of borrowers.
 *
 * @public for tests of the floor that lends
 */
export async function aGroup(
  fields: Partial<typeof borrowerGroup.$inferInsert> = {},
): Promise<typeof borrowerGroup.$inferSelect> {
  made += 1
  const [row] = await db
    .insert(borrowerGroup)
    .values({ name: `Class ${made}`, ...fields })
    .returning()
  if (!row) throw new Error('No group was added')
  return row
}

/** Adds a borrower, of a new class unless a group is named. */
export async function aBorrower(
  fields: Partial<typeof borrower.$inferInsert> = {},
): Promise<typeof borrower.$inferSelect> {
  made += 1
  const groupId = fields.groupId === undefined ? (await aGroup()).id : fields.groupId
  const [row] = await db
    .insert(borrower)
    .values({ name: `Borrower ${made}`, ...fields, groupId })
    .returning()
  if (!row) throw new Error('No borrower was added')
  return row
}
