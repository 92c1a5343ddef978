import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { user } from '#base/db/tables/user.ts'
import { securityEvent } from '#base/db/tables/security-event.ts'
import { procedure } from '#base/rpc/procedure.server.ts'
import { readEvents, withPeople } from './security-rows.server.ts'
import { SECURITY_GROUPS } from './security-search.schema.ts'
import {
  OWN_KINDS,
  securityLogInputSchema,
  securityLogPageSchema,
  securityPageSchema,
  securityPlaceSchema,
} from './security.schema.ts'

/** Entries in a page of the account. */
const OWN_PAGE = 6
/** Entries in a page of the log. */
const PAGE = 30

/** The user's own sign-ins, also the failed ones, newest first. IMPERSONATING for an admin who acts as the user. */
const listOwn = procedure('own', { takenBack: 'nothing', isMyself: true })
  .input(securityPlaceSchema)
  .output(securityPageSchema)
  .handler(async ({ input, context: { session } }) => {
    const isOwn = and(eq(securityEvent.userId, session.user.id), inArray(securityEvent.kind, [...OWN_KINDS]))
    const { items, nextCursor } = await readEvents(isOwn, input.cursor, OWN_PAGE)
    return { items: items.flatMap(toOwn), nextCursor }
  })

/** An entry as its user sees it: of another's act without the device and the network address. */
function toOwn({ kind, ...event }: Awaited<ReturnType<typeof readEvents>>['items'][number]) {
  const own = OWN_KINDS.find((one) => one === kind)
  if (!own) return []
  const isByOthers = event.actorId !== null || own === 'impersonation_begun'
  return [{ ...event, kind: own, isByOthers, ...(isByOthers && { ip: null, browser: null, system: null }) }]
}

/** Users whose name or address has the term, in any script and case. */
const usersWith = (term: string) =>
  db
    .select({ id: user.id })
    .from(user)
    .where(sql`position(btrim(public.fold_words(${term})) in ${user.allWords}) > 0`)

/** The whole log, newest first. */
const list = procedure('security:read')
  .input(securityLogInputSchema)
  .output(securityLogPageSchema)
  .handler(async ({ input: { cursor, searchTerm, kind } }) => {
    const found = searchTerm === '' ? undefined : usersWith(searchTerm)
    const isOfPerson = found && or(inArray(securityEvent.userId, found), inArray(securityEvent.actorId, found))
    const isOfKind = kind && inArray(securityEvent.kind, [...SECURITY_GROUPS[kind]])
    const { items, nextCursor } = await readEvents(and(isOfPerson, isOfKind), cursor, PAGE)
    return { items: await withPeople(items), nextCursor }
  })

export const securityRouter = { listOwn, list }
