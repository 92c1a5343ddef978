import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { inForce } from '#env/in-force.server.ts'
import { now } from '#lib/clock.ts'
import { db } from '../../connection/client.server.ts'
import { backupCopy, type CopyProblem } from '../../tables/backup-copy.ts'

type Row = typeof backupCopy.$inferSelect

/** Milliseconds without a copy after which it is said that one is missing. */
const PATIENCE = 7 * 86_400_000

export interface CopyState {
  folder: string
  /** When the newest copy was made; null before the first. */
  newestAt: Date | null
  problem: CopyProblem | null
  /** Whether no copying has ended well for long. */
  isOld: boolean
}

/** How the copies in the folder that is in force stand; undefined without one. */
export const copyState = (): Promise<CopyState | undefined> => readState(db)

/** The same where there is no pool. */
export const copyStateOf = (client: Client): Promise<CopyState | undefined> =>
  readState(drizzle({ client, casing: 'snake_case' }))

async function readState(database: Pick<typeof db, 'select'>): Promise<CopyState | undefined> {
  const folder = inForce().backupFolder
  if (folder === undefined) return undefined
  const [row] = await database.select().from(backupCopy)
  // Not looked at since it was chosen.
  if (row?.folder !== folder) return { folder, newestAt: null, problem: null, isOld: false }
  const { newestAt, problem, copiedAt, since } = row
  const last = copiedAt ?? since ?? now()
  return { folder, newestAt, problem, isOld: now().getTime() - last.getTime() > PATIENCE }
}

/** The row; the mark is made with it. */
export async function requireCopyRow(): Promise<Row> {
  await db.insert(backupCopy).values({}).onConflictDoNothing()
  const [row] = await db.select().from(backupCopy)
  if (!row) throw new Error('The row of backup_copy is missing')
  return row
}

/** Forgets what was known: a folder was just chosen. */
export async function beginCopyState(folder: string): Promise<void> {
  await requireCopyRow()
  await db.update(backupCopy).set(begun(folder))
}

const begun = (folder: string) => ({ folder, since: now(), copiedAt: null, newestAt: null, problem: null })

/** Keeps what was found out about a folder. */
export async function storeCopyState(
  folder: string,
  found: Partial<Pick<Row, 'copiedAt' | 'newestAt' | 'problem'>>,
): Promise<void> {
  const row = await requireCopyRow()
  await db.update(backupCopy).set({ ...(row.folder !== folder && begun(folder)), ...found })
}
