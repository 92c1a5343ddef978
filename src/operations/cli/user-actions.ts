import { asc, eq, sql } from 'drizzle-orm'
import type * as z from 'zod/mini'
import { emailSchema } from '#base/auth/credentials.schema.ts'
import { isBanned } from '#base/auth/session/ban.schema.ts'
import { grantsMore } from '#base/auth/permissions.ts'
import { endWaysIn } from '#base/auth/ways-in/end-ways-in.server.ts'
import { giveCard } from '#base/auth/sign-in-card/sign-in-card.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { librarySettings } from '#base/db/library-settings.server.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { shownAddress, user } from '#base/db/tables/user.ts'
import { houseAddresses } from '#base/env/addresses.server.ts'
import { env } from '#base/env/env.server.ts'
import { networkVariable } from '#base/db/network-setting.server.ts'
import { nameSchema } from '#base/auth/name.schema.ts'
import { problemsOf } from '#base/i18n/issue-message.ts'
import { now } from '#base/lib/clock.ts'
import { rolesOf } from '#base/lib/roles-of.ts'
import { Failure } from './failure.ts'
import { withDatabase } from './with-database.ts'
import { english, table } from './words.ts'

const ADMIN = 'admin'

function read(schema: z.ZodMiniType<string>, text: string): string {
  const result = schema.safeParse(text)
  if (result.success) return result.data
  throw new Failure(english(problemsOf(result.error.issues)[''] ?? { key: 'validation_invalid' }))
}

/** Adds a user. Their first sign-in verifies the address and onboards them; without a name they are asked for one. */
export async function addPerson(address: string, givenName: string | undefined, isAdmin: boolean): Promise<string> {
  const email = read(emailSchema, address)
  const name = givenName === undefined ? '' : read(nameSchema, givenName)
  return withDatabase(async () => {
    const values = { name, email, role: isAdmin ? ADMIN : 'user' }
    const added = await withActor('operator', (tx) =>
      tx.insert(user).values(values).onConflictDoNothing({ target: user.email }).returning({ id: user.id }),
    )
    if (added.length === 0) throw new Failure(english({ key: 'email_taken' }))
    return `${email} added with role ${values.role}`
  }, 'none')
}

/** Adds role admin to a user's roles. */
export async function promotePerson(address: string): Promise<string> {
  const email = read(emailSchema, address)
  return withDatabase(async () => {
    const [row] = await db.select({ id: user.id, role: user.role }).from(user).where(eq(user.email, email))
    if (!row) throw new Failure(`No user with the address ${email}`)
    const roles = rolesOf(row.role)
    if (roles.includes(ADMIN)) return `${email} is admin already`
    const role = [ADMIN, ...roles].join(',')
    await withActor('operator', async (tx) => {
      await tx.update(user).set({ role, updatedAt: now() }).where(eq(user.id, row.id))
      if (grantsMore(row.role, role)) await endWaysIn(tx, 'role', row.id)
    })
    return `${email} has role ${role} now`
  }, 'none')
}

/** Makes a sign-in card for a user, in place of the former one. It needs no permission: the operator can read the database. */
export async function makeCard(address: string, days: number): Promise<string> {
  const email = read(emailSchema, address)
  return withDatabase(async () => {
    const { given, userId } = await withActor('operator', async (tx) => {
      const [row] = await tx.select().from(user).where(eq(user.email, email)).for('no key update')
      if (!row) throw new Failure(`No user with the address ${email}`)
      if (isBanned(row)) throw new Failure(english({ key: 'error_CARD_FOR_BANNED' }))
      return {
        given: await giveCard(tx, { userId: row.id, holderRole: row.role, createdBy: null, days }),
        userId: row.id,
      }
    })
    await db.insert(securityEvent).values({ kind: 'card_given', userId, details: { days, by: 'operator' } })
    return `${given.code}\n${(await linksOf(given.link)).join('\n')}\nIt signs ${email} in once, until ${moment(given.expiresAt)} (UTC)`
  }, 'none')
}

/** The link at each address that other devices open, while the library is open to the house's network. */
async function linksOf(link: string): Promise<string[]> {
  const { network } = await librarySettings()
  const addresses = network && networkVariable() === undefined ? houseAddresses() : []
  if (addresses.length === 0) return [link]
  const { pathname, hash } = new URL(link)
  return addresses.map((address) => `http://${address}:${env().port}${pathname}${hash}`)
}

/** A table of the users whose address or name contains the text. */
export const listPeople = (search: string): Promise<string> =>
  withDatabase(async () => {
    const people = await db
      .select()
      .from(user)
      .where(
        sql`position(public.fold(${search.replaceAll('\0', '')}::text) in public.fold(coalesce(${shownAddress(user.email)}, '') || ' ' || ${user.name})) > 0`,
      )
      .orderBy(asc(user.email))
    const rows = people.map((person) => [
      person.email ?? '-',
      person.name,
      person.role,
      moment(person.onboardedAt),
      moment(person.createdAt),
    ])
    return table(['email', 'name', 'role', 'onboarded', 'created'], rows)
  }, 'none')

/** A time in UTC, to the minute. */
const moment = (date: Date | null): string => date?.toISOString().slice(0, 16).replace('T', ' ') ?? '-'
