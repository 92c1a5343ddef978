import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'

/** Removes the role from all admins, bypassing the trigger that forbids it: for tests that count admins. */
export async function demoteAll(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table "user" disable trigger user_last_admin`)
    await tx.execute(sql`update "user" set role = 'user'`)
    await tx.execute(sql`alter table "user" enable trigger user_last_admin`)
  })
}
