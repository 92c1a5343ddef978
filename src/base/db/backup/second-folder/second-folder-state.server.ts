import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { inForce } from '#base/env/in-force.server.ts'
import { now } from '#base/lib/clock.ts'
import { db } from '../../connection/client.server.ts'
import { secondFolder, type SecondFolderProblem } from '../../tables/second-folder.ts'

type Row = typeof secondFolder.$inferSelect

/** Milliseconds without copying after which it is said that backups are missing. */
const PATIENCE = 7 * 86_400_000

export interface SecondFolderState {
  folder: string
  /** When the newest backup there was made; null before the first. */
  newestAt: Date | null
  problem: SecondFolderProblem | null
  /** Whether no copying has ended well for long. */
  isOld: boolean
}

/** How the second folder that is in force stands; undefined without one. */
export const secondFolderState = (): Promise<SecondFolderState | undefined> => readState(db)

/** As `secondFolderState`, on a client where there is no pool. */
export const secondFolderStateOf = (client: Client): Promise<SecondFolderState | undefined> =>
  readState(drizzle({ client, casing: 'snake_case' }))

async function readState(database: Pick<typeof db, 'select'>): Promise<SecondFolderState | undefined> {
  const folder = inForce().backupFolder
  if (folder === undefined) return undefined
  const [row] = await database.select().from(secondFolder)
  // The folder has not been looked at since it was chosen.
  if (row?.folder !== folder) return { folder, newestAt: null, problem: null, isOld: false }
  const { newestAt, problem, copiedAt, since } = row
  const last = copiedAt ?? since ?? now()
  return { folder, newestAt, problem, isOld: now().getTime() - last.getTime() > PATIENCE }
}

/** The row; the mark is made with it. */
export async function requireSecondFolderRow(): Promise<Row> {
  await db.insert(secondFolder).values({}).onConflictDoNothing()
  const [row] = await db.select().from(secondFolder)
  if (!row) throw new Error('The row of backup_copy is missing')
  return row
}

/** Forgets what was known: a folder was just chosen. */
export async function beginSecondFolder(folder: string): Promise<void> {
  await requireSecondFolderRow()
  await db.update(secondFolder).set(begun(folder))
}

/**
 * Forgets what was known, of a library that was restored: it is what its backup knew, and newer backups may lie in the folder. A
 * database from before there was a second folder knows nothing.
 */
export async function forgetSecondFolder(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('public.backup_copy') is not null as found",
  )
  if (rows[0]?.found) await client.query('update public.backup_copy set folder = null')
}

const begun = (folder: string) => ({ folder, since: now(), copiedAt: null, newestAt: null, problem: null })

/** Keeps what was found out about a folder. */
export async function storeSecondFolderState(
  folder: string,
  found: Partial<Pick<Row, 'copiedAt' | 'newestAt' | 'problem'>>,
): Promise<void> {
  const row = await requireSecondFolderRow()
  await db.update(secondFolder).set({ ...(row.folder !== folder && begun(folder)), ...found })
}
