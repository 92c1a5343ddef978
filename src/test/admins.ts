import { sql } from 'drizzle-orm'
import { db } from '#db/client.server.ts'

/** Takes the role from all admins, which the table refuses: for tests that count them. */
export async function demoteAll(): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table "user" disable trigger user_last_admin`)
    await tx.execute(sql`update "user" set role = 'user'`)
    await tx.execute(sql`alter table "user" enable trigger user_last_admin`)
  })
}
