import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { recordSecurityEvent } from '#base/auth/security/security-log.server.ts'
import { requestContext } from '#base/lib/http/request-context.server.ts'

/** Milliseconds between two updates of a key's `lastUsedAt`. */
const NOTED_EVERY = 60_000

interface UsedKey {
  id: string
  userId: string
  prefix: string
  lastUsedAt: Date | null
}

const noting = new Map<string, Promise<unknown>>()

/** Updates a key's `lastUsedAt`, at most once a minute, and records its first use; the response does not wait. */
export function recordKeyUse({ id, userId, prefix, lastUsedAt }: UsedKey, at: Date): void {
  const due = new Date(at.getTime() - NOTED_EVERY)
  if ((lastUsedAt !== null && lastUsedAt > due) || noting.has(id)) return
  const { log } = requestContext()
  const note = async () => {
    const [noted] = await db
      .update(apiKey)
      .set({ lastUsedAt: at })
      .where(and(eq(apiKey.id, id), or(isNull(apiKey.lastUsedAt), lt(apiKey.lastUsedAt, due))))
      .returning({ id: apiKey.id })
    if (noted && lastUsedAt === null) recordSecurityEvent('key_used', { userId, details: { key: prefix } })
  }
  const written = note()
    .catch((error: unknown) => log.error({ err: error }, 'The use of a key could not be noted'))
    .finally(() => noting.delete(id))
  noting.set(id, written)
}

/** Waits for pending updates; called before the database is closed. */
export const flushKeyUses = async (): Promise<void> => void (await Promise.all(noting.values()))
