import * as z from 'zod/mini'
import { withDescription } from '#base/lib/schema-meta.ts'
import { secondFolderSchema } from './second-folder/second-folder.schema.ts'

const kindSchema = z.enum(['nightly', 'manual', 'before-update', 'before-restore'])

const backupSchema = z.object({
  name: z.string(),
  kind: kindSchema,
  madeAt: z.date(),
  /** Bytes. */
  size: z.number(),
  /** What is in it; null for a file that cannot be read. */
  books: z.nullable(z.number()),
  users: z.nullable(z.number()),
  /**
   * `verified`: restored and compared. `not_allowed`: the database role may not create the database for that.
   * `unchecked`: made before an update or a restore. `damaged`: no whole backup.
   */
  check: z.enum(['verified', 'not_allowed', 'unchecked', 'damaged']),
})
export type Backup = z.infer<typeof backupSchema>

export const backupListSchema = z.object({
  /** The newest first. */
  items: z.array(backupSchema),
  /** The backup that is being made; `share` from 0 to 1. */
  running: z.nullable(z.object({ step: z.enum(['writing', 'checking']), share: z.number() })),
  /** The last attempt, if it failed. */
  failure: z.nullable(z.object({ at: z.date(), reason: z.string() })),
  /** How the second folder stands; null where none is chosen. */
  secondFolder: z.nullable(z.extend(secondFolderSchema, { isRunning: z.boolean() })),
  /** Whether a backup is made every night. */
  isNightly: z.boolean(),
  /** The lines of commands that restore the newest backup; in a demo they do not name the server's folder. */
  restoreCommands: z.array(z.string()),
})
export type BackupList = z.infer<typeof backupListSchema>

export const backupNameSchema = z.strictObject({
  name: withDescription(
    z.string().check(z.maxLength(100)),
    'Name of its file, as the manager area lists it.',
    '2026-11-23-030000-nightly.maktaba',
  ),
})
