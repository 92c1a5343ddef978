import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../backup-error.server.ts'
import { readBackupInfo, requireWhole } from '../backup-file.server.ts'
import {
  backupIn,
  backupsIn,
  isInFuture,
  listBackups,
  outdatedBackups,
  type BackupFile,
} from '../backup-folder.server.ts'

interface FillOptions {
  /** Whether backups may be deleted by their age: not while the clock is not believed. */
  mayDelete: boolean
  signal: AbortSignal
}

/**
 * Copies the backups that are missing in a folder, the newest first, and deletes there what is no longer kept. A damaged
 * backup is not copied. Throws the error of the file system that ends it; what was copied until then stays.
 */
export async function fillFolder(dataDir: string, folder: string, { mayDelete, signal }: FillOptions): Promise<void> {
  const own = await listBackups(dataDir)
  await discardDrafts(folder)
  // Room first; what is outdated without the new ones is so with them.
  if (mayDelete) await prune(folder)
  const there = await backupsIn(folder)
  const all = [...own, ...there.filter(({ name }) => !own.some((one) => one.name === name))]
  const outdated = new Set(outdatedBackups(all).map(({ name }) => name))
  for (const backup of own) {
    signal.throwIfAborted()
    if (!outdated.has(backup.name)) await addBackup(backup, folder, signal)
  }
  if (mayDelete) await prune(folder)
}

/** When the newest backup in a folder was made; null without one. A backup that is dated in the future counts for nothing. */
export const newestBackupIn = async (folder: string): Promise<Date | null> =>
  (await backupsIn(folder)).find((one) => !isInFuture(one))?.madeAt ?? null

async function prune(folder: string): Promise<void> {
  for (const { path } of outdatedBackups(await backupsIn(folder))) await rm(path, { force: true })
}

const DRAFT = '.part'

/** Of killed processes: one process copies at a time. */
async function discardDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const isDraft = name.endsWith(DRAFT) && backupIn(folder, name.slice(0, -DRAFT.length)) !== undefined
    if (isDraft) await rm(join(folder, name), { force: true })
  }
}

/** Copies a backup into a folder unless it is there. Until the new file is whole, its name is that of a draft. */
async function addBackup(backup: BackupFile, folder: string, signal: AbortSignal): Promise<void> {
  const { path, name } = backup
  const target = join(folder, name)
  const from = await stat(path).catch(() => undefined)
  // The backup was deleted meanwhile, or is in the folder already.
  if (!from || (await stat(target).catch(() => undefined))?.size === from.size) return
  const draft = `${target}${DRAFT}`
  try {
    await requireWhole(await readBackupInfo(path))
    await rm(draft, { force: true })
    await writeThrough(path, draft, signal)
    await requireWhole({ path: draft, size: from.size })
    await rename(draft, target)
    await syncFolder(folder)
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

/** Syncs a folder: else a power cut may forget the new name. Not every file system can. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  await handle.sync().catch(() => undefined)
  await handle.close()
}
