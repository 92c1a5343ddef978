import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { user } from '#base/db/tables/user.ts'
import { bookInputSchema, type BookInput } from '#catalogue/book/book.schema.ts'
import { moveUserToTrash } from '#people/user/trash/user-trash.server.ts'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { eq } from 'drizzle-orm'
import { now } from '#base/lib/clock.ts'
import { newId } from '#base/lib/id.ts'
import { placeholderOf } from '#base/lib/no-address.ts'

type NewBook = Omit<typeof book.$inferInsert, keyof BookInput>
export type BookRow = typeof book.$inferSelect
/** A user with an address. */
export type UserRow = typeof user.$inferSelect & { email: string }

let made = 0

/** Adds a book, validated like a form, with defaults for absent fields and a unique title. */
export async function aBook(fields: Partial<BookInput> & NewBook = {}): Promise<BookRow> {
  made += 1
  const input = bookInputSchema.parse({
    title: `Book ${made}`,
    author: 'Assia Djebar',
    publisher: 'Albin Michel',
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => field in bookInputSchema.shape)),
  })
  const [row] = await db
    .insert(book)
    .values({ ...fields, ...input })
    .returning()
  if (!row) throw new Error('No book was added')
  return row
}

/** Adds a user, by default onboarded, with a unique verified address and role `user`. */
export async function aUser(fields: Partial<typeof user.$inferInsert> = {}): Promise<UserRow> {
  made += 1
  const email = emailSchema.parse(fields.email ?? `person-${made}@example.org`)
  const name = fields.name === '' ? '' : nameSchema.parse(fields.name ?? `Person ${made}`)
  const [row] = await db
    .insert(user)
    .values({ emailVerified: true, onboardedAt: now(), ...fields, email, name })
    .returning()
  if (!row) throw new Error('No user was added')
  return { ...row, email }
}

/** Adds a user without an address; `email` is the placeholder that is stored, and must be shown nowhere. */
export async function aUserWithoutAddress(fields: Partial<typeof user.$inferInsert> = {}): Promise<UserRow> {
  made += 1
  const id = newId()
  const email = placeholderOf(id)
  const [row] = await db
    .insert(user)
    .values({ name: `Pupil ${made}`, onboardedAt: now(), ...fields, id, email })
    .returning()
  if (!row) throw new Error('No user was added')
  return { ...row, email }
}

/** Adds a user and moves them to the trash. */
export async function aTrashedUser(fields: Partial<typeof user.$inferInsert> = {}): Promise<UserRow> {
  const row = await aUser(fields)
  await withActor('operator', (tx) => moveUserToTrash(tx, row.id, 'operator'))
  return row
}

/** The seed genre with that slug. */
export async function theGenre(slug: string): Promise<typeof genre.$inferSelect> {
  const [row] = await db.select().from(genre).where(eq(genre.slug, slug))
  if (!row) throw new Error(`There is no genre ${slug}`)
  return row
}
