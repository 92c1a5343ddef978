import { gt } from 'drizzle-orm'
import { secondFolderState } from '#base/db/backup/second-folder/second-folder-state.server.ts'
import { db } from '#base/db/connection/client.server.ts'
import { passkey } from '#base/db/tables/passkey.ts'
import { recovery } from '#base/db/tables/recovery.ts'
import { env } from '#base/env/env.server.ts'
import { inForce } from '#base/env/in-force.server.ts'
import { readMailPassword } from '#base/mail/mail-password.server.ts'
import type { AfterRestore } from '../after-restore.schema.ts'

/** What depended on the computer that the library came from, and is not seen to yet; undefined unless it was restored here. */
export async function readAfterRestore(): Promise<AfterRestore[] | undefined> {
  const [row] = await db.select().from(recovery)
  if (!row?.restoredAt || env().isDemo) return undefined
  const [isMailLost, passkeys, folder] = await Promise.all([
    lacksMailPassword(),
    db.$count(passkey, gt(passkey.createdAt, row.restoredAt)),
    secondFolderState(),
  ])
  const open: AfterRestore[] = []
  if (isMailLost) open.push('mail')
  if (passkeys === 0 && env().passkeySite !== undefined) open.push('passkey')
  if (!folder || folder.problem !== null) open.push('second_folder')
  if (row.words === null) open.push('sheet')
  return open
}

async function lacksMailPassword(): Promise<boolean> {
  const { mailServer } = inForce()
  if (typeof mailServer !== 'object' || mailServer.password === '') return false
  return readMailPassword(mailServer.password).then(
    () => false,
    () => true,
  )
}
