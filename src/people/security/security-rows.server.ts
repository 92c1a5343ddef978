import { and, desc, inArray, lt, type SQL } from 'drizzle-orm'
import { SECURITY_KINDS } from '#base/auth/security/security-kind.schema.ts'
import { db } from '#base/db/connection/client.server.ts'
import { borrower } from '#base/db/tables/borrower.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { deletedUser } from '#base/db/tables/deleted-user.ts'
import { user } from '#base/db/tables/user.ts'
import { env } from '#base/env/env.server.ts'
import { maskedAddress } from '#base/lib/http/network.server.ts'
import { isUuid } from '#base/lib/uuid.ts'

/** A page of the entries of a condition, newest first. */
export async function readEvents(condition: SQL | undefined, cursor: string | undefined, limit: number) {
  const rows = await db
    .select()
    .from(securityEvent)
    .where(and(condition, cursor === undefined ? undefined : lt(securityEvent.id, Number(cursor))))
    .orderBy(desc(securityEvent.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return { items: shown.flatMap(toEvent), nextCursor: last ? String(last.id) : null }
}

/** An entry as it is shown; nothing for a kind of a newer version. In a demo, which strangers share, without the host. */
function toEvent({ kind, ip, details, ...row }: typeof securityEvent.$inferSelect) {
  const known = SECURITY_KINDS.find((one) => one === kind)
  if (!known) return []
  const shownIp = ip !== null && env().isDemo ? maskedAddress(ip) : ip
  const shownDetails = Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  )
  return [{ ...row, kind: known, ip: shownIp, details: shownDetails }]
}

interface Involved {
  userId: string | null
  actorId: string | null
  details: Readonly<Record<string, unknown>>
}

/** The borrower whom an entry is about. */
const borrowerOf = ({ details: { borrower: id } }: Involved): string | null =>
  typeof id === 'string' && isUuid(id) ? id : null

/**
 * Entries with the names, or else the addresses, of their users, and with the names of borrowers, also of those in the trash;
 * null for a former one.
 */
export async function withPeople<Entry extends Involved>(entries: readonly Entry[]) {
  const ids = new Set(entries.flatMap(({ userId, actorId }) => [userId, actorId]).filter((id) => id !== null))
  const borrowerIds = entries.map(borrowerOf).filter((id) => id !== null)
  const users = [user, deletedUser].map((table) =>
    db
      .select({ id: table.id, name: table.name, email: table.email })
      .from(table)
      .where(inArray(table.id, [...ids])),
  )
  const borrowers = (borrowerIds.length === 0 ? [] : [borrower, deletedBorrower]).map((table) =>
    db.select({ id: table.id, name: table.name, email: table.name }).from(table).where(inArray(table.id, borrowerIds)),
  )
  const found = (await Promise.all([...users, ...borrowers])).flat()
  const names = new Map(found.map(({ id, name, email }) => [id, name || email]))
  const personOf = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? null })
  return entries.map((entry) => ({
    ...entry,
    person: personOf(entry.userId),
    actor: personOf(entry.actorId),
    borrower: personOf(borrowerOf(entry)),
  }))
}
