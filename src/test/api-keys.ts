import { KEY_SCOPES } from '#base/auth/api-key/key-scope.schema.ts'
import { createKey } from '#base/auth/api-key/api-key.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { apiKey } from '#base/db/tables/api-key.ts'
import { now } from '#base/lib/clock.ts'
import { request, type TestRequest } from './http.ts'

type KeyRow = typeof apiKey.$inferSelect

/** Adds an API key of the user, by default with every scope and for 90 days; returns the key and its row. */
export async function aKey(
  { id }: { id: string },
  fields: Partial<typeof apiKey.$inferInsert> = {},
): Promise<KeyRow & { key: string }> {
  const { key, hash, prefix } = createKey()
  const [row] = await db
    .insert(apiKey)
    .values({
      userId: id,
      name: 'Catalogue',
      prefix,
      hash,
      scopes: [...KEY_SCOPES],
      createdAt: now(),
      expiresAt: new Date(now().getTime() + 90 * 86_400_000),
      ...fields,
    })
    .returning()
  if (!row) throw new Error('No key was added')
  return { ...row, key }
}

/** Sends a request with the API key, as a program does: without cookies and origin. */
export const withKey = (key: string, path: string, init: TestRequest = {}): Promise<Response> => {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${key}`)
  return request(path, { ...init, headers })
}
