import { beforeAll } from 'vitest'
import { db } from '#db/connection/client.server.ts'
import { storeLibrarySettings } from '#db/library-settings.server.ts'
import { borrower, borrowerGroup } from '#db/tables/borrower.ts'
import { copy } from '#db/tables/copy.ts'
import { aBook } from './factories.ts'

/** The library of this test file lends books. */
export const useLending = (): void => beforeAll(() => storeLibrarySettings({ lending: true }))

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

/** Adds a group of borrowers. */
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
