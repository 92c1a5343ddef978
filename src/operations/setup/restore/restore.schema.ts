import * as z from 'zod/mini'

const foundBackupSchema = z.object({
  /** Names the backup to the server. */
  id: z.string(),
  /** Where the backup lies: a drive by its name, a folder of this computer, or sent by the browser. */
  place: z.object({ kind: z.enum(['drive', 'computer', 'sent']), name: z.string() }),
  /** Name of the file. */
  file: z.string(),
  /** The library's own name. */
  library: z.nullable(z.string()),
  /** ISO 8601; null for a file that cannot be read. */
  madeAt: z.nullable(z.string()),
  books: z.number(),
  borrowers: z.number(),
  /** `unchecked`: its bytes were not read yet. */
  check: z.enum(['whole', 'unchecked', 'wrong']),
  /** What is wrong with the backup, in words. */
  problem: z.nullable(z.string()),
  /** Whether words of its sheet bring the secret back. */
  hasWords: z.boolean(),
})
export type FoundBackup = z.infer<typeof foundBackupSchema>

export const foundBackupsSchema = z.object({
  backups: z.array(foundBackupSchema),
  /** Names of drives that are plugged in and may not be read. */
  closed: z.array(z.string()),
})
export type FoundBackups = z.infer<typeof foundBackupsSchema>

export const sentBackupSchema = foundBackupSchema

export const restoreProgressSchema = z.object({
  phase: z.enum(['none', 'running', 'restored', 'failed']),
  step: z.enum(['saving', 'restoring']),
  /** From 0 to 1. */
  share: z.number(),
  /** Why the restore failed, in words. */
  problem: z.nullable(z.string()),
})
export type RestoreProgress = z.infer<typeof restoreProgressSchema>

/** What a restore has brought back. */
export interface RestoredLibrary {
  books: number
  /** ISO 8601. */
  madeAt: string | null
  mail: 'none' | 'kept' | 'lost'
}

/** An admin of the restored library, as they are shown to who has restored it. */
export interface RestoredAdmin {
  id: string
  name: string
  /** The address with its middle hidden; null without one. */
  email: string | null
}
