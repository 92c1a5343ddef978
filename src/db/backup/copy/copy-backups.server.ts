import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../backup-error.server.ts'
import { readBackupInfo, requireWhole } from '../backup-file.server.ts'
import { backupIn, backupsIn, listBackups, outdatedBackups, type BackupFile } from '../backup-folder.server.ts'

/**
 * Copies what is missing in the folder of copies, the newest first, and deletes there what is no longer kept. A damaged
 * backup is not copied. Throws the error of the file system that ends it; what was copied until then stays.
 */
export async function copyBackups(dataDir: string, copies: string, signal: AbortSignal): Promise<void> {
  const own = await listBackups(dataDir)
  await discardDrafts(copies)
  // Room first; what is outdated without the new ones is so with them.
  await prune(copies)
  const there = await backupsIn(copies)
  const all = [...own, ...there.filter(({ name }) => !own.some((one) => one.name === name))]
  const outdated = new Set(outdatedBackups(all).map(({ name }) => name))
  for (const backup of own) {
    signal.throwIfAborted()
    if (!outdated.has(backup.name)) await copyOne(backup, copies, signal)
  }
  await prune(copies)
}

/** When the newest copy was made; null without one. */
export const newestCopy = async (copies: string): Promise<Date | null> => (await backupsIn(copies))[0]?.madeAt ?? null

async function prune(copies: string): Promise<void> {
  for (const { path } of outdatedBackups(await backupsIn(copies))) await rm(path, { force: true })
}

const DRAFT = '.part'

/** Of killed processes: one process copies at a time. */
async function discardDrafts(copies: string): Promise<void> {
  for (const name of await readdir(copies)) {
    const isDraft = name.endsWith(DRAFT) && backupIn(copies, name.slice(0, -DRAFT.length)) !== undefined
    if (isDraft) await rm(join(copies, name), { force: true })
  }
}

/** Copies a backup unless it is there. Only whole ones are put in place, under a name that no half one ever has. */
async function copyOne(backup: BackupFile, copies: string, signal: AbortSignal): Promise<void> {
  const { path, name } = backup
  const target = join(copies, name)
  const from = await stat(path).catch(() => undefined)
  // Deleted meanwhile; or copied before.
  if (!from || (await stat(target).catch(() => undefined))?.size === from.size) return
  const draft = `${target}${DRAFT}`
  try {
    await requireWhole(await readBackupInfo(path))
    await rm(draft, { force: true })
    await writeThrough(path, draft, signal)
    await requireWhole({ path: draft, size: from.size })
    await rename(draft, target)
    await syncFolder(copies)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
  } finally {
    await rm(draft, { force: true }).catch(() => undefined)
  }
}

async function writeThrough(path: string, draft: string, signal: AbortSignal): Promise<void> {
  const to = await open(draft, 'wx', 0o600)
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) await to.writeFile(chunk)
    await to.sync()
  } finally {
    await to.close()
  }
}

/** Without it a power cut may forget the new name. Not every file system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().catch(() => undefined)
  await handle.close()
}
