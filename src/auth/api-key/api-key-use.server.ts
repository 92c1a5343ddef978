import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { db } from '#db/client.server.ts'
import { apiKey } from '#db/tables/api-key.ts'
import { requestContext } from '#lib/request-context.server.ts'

/** Milliseconds between two updates of a key's `lastUsedAt`. */
const NOTED_EVERY = 60_000

const noting = new Map<string, Promise<unknown>>()

/** Updates a key's `lastUsedAt`, at most once a minute; the response does not wait for it. */
export function recordKeyUse({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }, at: Date): void {
  const due = new Date(at.getTime() - NOTED_EVERY)
  if ((lastUsedAt !== null && lastUsedAt > due) || noting.has(id)) return
  const { log } = requestContext()
  const written = db
    .update(apiKey)
    .set({ lastUsedAt: at })
    .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, due))))
    .catch((error: unknown) => log.error({ err: error }, 'The use of a key could not be noted'))
    .finally(() => noting.delete(id))
  noting.set(id, written)
}

/** Waits for pending updates; called before the database is closed. */
export const flushKeyUses = async (): Promise<void> => void (await Promise.all(noting.values()))
