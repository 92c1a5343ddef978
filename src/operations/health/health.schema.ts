import * as z from 'zod/mini'
import type { SecondFolder } from '#operations/backup/second-folder/second-folder.schema.ts'
import type { Concern } from '#operations/settings/settings-list.schema.ts'

/** What each finding says beside its sentence; instants as ISO texts, sizes in bytes. */
interface Values {
  settings: { names: string }
  concern: Concern
  folder_missing: { folder: string }
  folder_closed: { folder: string }
  folder_open: { path: string }
  folders: { folder: string }
  disk_unknown: { folder: string }
  disk: { free: number; folder: string }
  disk_low: { free: number; folder: string }
  disk_full: { free: number; folder: string }
  backups_none: { command: string }
  backups: { path: string; days: number }
  backups_old: { path: string; days: number }
  backups_future: { path: string; at: string }
  second_folder: { folder: string; newestAt: string | null; problem: SecondFolder['problem']; isOld: boolean }
  version: object
  version_newer: { command: string }
  version_empty: object
  version_older: { names: string }
  clock: { at: string }
  clock_apart: { seconds: number }
  clock_behind: { here: string; last: string }
  clock_doubted: { why: 'back' | 'gap'; here: string; last: string }
  tables: { indexes: number; isSearched: boolean; isSummed: boolean }
  tables_damaged: { what: string }
  tables_forbidden: object
  tables_slow: { seconds: number; command: string }
  indexes_unfinished: { names: string }
  replica: { behind: number }
  replica_unused: { why: 'unknown' | 'silent' | 'not_standby' | 'other_database' | 'other_timeline' | 'behind' }
  standbys: { at: string; count: number; synchronous: number }
  standbys_none: { at: string }
  database_read_only: { at: string }
  database: { bytes: number; version: string }
  database_failed: { reason: string }
  mail_reached: { server: string }
  mail_unreached: { server: string; reason: string }
  mails: { sent: number }
  mails_some: { failed: number; all: number }
  mails_failing: { failed: number; all: number; at: string }
}

export type FindingCode = keyof Values
export type FindingValues<Code extends FindingCode> = Values[Code]

/** What a check has found; its sentence says what to do about a warning or a fault. */
export type Finding<Code extends FindingCode = FindingCode> = {
  [One in Code]: { code: One; state: 'good' | 'warning' | 'fault'; values: Values[One] }
}[Code]

/** What was found, what is wrong first; null in the demo, where it would tell of the machine. */
export const healthSchema = z.object({ at: z.date(), findings: z.nullable(z.array(z.custom<Finding>())) })
export type Health = z.infer<typeof healthSchema>
