import { sql } from 'drizzle-orm'
import { refuseImpersonation } from '#base/auth/session/reauthentication.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { VersionedPromiseCache } from '#base/db/list/versioned-cache.server.ts'
import { bookChange } from '#base/db/tables/book-change.ts'
import { createError } from '#base/errors/create-error.server.ts'
import { bestEncoding } from '#base/lib/http/best-encoding.server.ts'
import { contextOf, requireAccess } from '#base/rpc/procedure.server.ts'
import { readDifference } from './catalogue-difference.server.ts'
import { stateColumns, type CatalogueState } from './catalogue-sql.server.ts'
import { isComparable, isCurrent, readVersion } from './catalogue-version.server.ts'
import { wholeBytes } from './catalogue-whole.server.ts'
import { MOST_BOOKS, type CatalogueDifference } from '../catalogue-wire.ts'

const HEADERS = { 'cache-control': 'private, no-store' }

/** The differences that were asked for lately: many phones come back from the same version. */
const differences = new VersionedPromiseCache<CatalogueDifference | undefined>(20)

/**
 * Answers `GET /api/offline-catalogue` for the person who is signed in: 204 if nothing has changed since the version
 * `since`, the difference to it, or the whole. Throws what every page throws for who may not read books, FORBIDDEN if
 * another `person` asked, IMPERSONATING, and CATALOGUE_TOO_LARGE.
 */
export async function answerCatalogue(request: Request): Promise<Response> {
  const { session } = await contextOf(request.headers)
  const allowed = requireAccess(session, 'book:read')
  refuseImpersonation(allowed)
  const { searchParams } = new URL(request.url)
  // Another person has signed in meanwhile, in another tab.
  if (searchParams.get('person') !== allowed.user.id) throw createError('FORBIDDEN')
  const state = await currentState()
  if (state.count > MOST_BOOKS) throw createError('CATALOGUE_TOO_LARGE')
  const since = readVersion(searchParams.get('since'))
  if (since && isCurrent(since, state)) return new Response(null, { status: 204, headers: HEADERS })
  if (since && isComparable(since, state)) {
    const key = [since.horizon, since.genres].join('.')
    const difference = await differences.getOrLoad(key, state.tables, () => readDifference(since))
    if (difference) return Response.json(difference, { headers: HEADERS })
  }
  return answerWhole(request, state.tables)
}

/** What the catalogue is now, and how many books it has. */
async function currentState(): Promise<CatalogueState & { count: number }> {
  const { rows } = await db.execute<Record<keyof CatalogueState, string> & { count: number }>(
    sql`select ${stateColumns}, (select coalesce(sum(${bookChange.added}), 0)::int from ${bookChange}) as count`,
  )
  const [state] = rows
  if (!state) throw new Error('The state of the catalogue was not read')
  return state
}

async function answerWhole(request: Request, tables: string): Promise<Response> {
  const encoding = bestEncoding(request.headers.get('accept-encoding'), { br: true, gzip: true })
  const bytes = await wholeBytes(encoding, tables)
  return new Response(bytes, {
    headers: {
      ...HEADERS,
      'content-type': 'application/json',
      vary: 'Accept-Encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    },
  })
}
