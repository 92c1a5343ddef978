import { sql } from 'drizzle-orm'
import { db } from '#base/db/connection/client.server.ts'

/** Says that a waiting list is right, although it leaves most absent. */
export const confirmClassList = (id: string): Promise<unknown> =>
  db.execute(sql`update borrower_import set choices = choices || '{"isConfirmed": true}' where id = ${id}`)
