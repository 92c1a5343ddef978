import type { Job } from '#db/background.server.ts'
import { compactChangesJob } from '#db/compact-changes.server.ts'
import { backupCopyJob } from '#features/backup/shared/backup-copies.server.ts'
import { nightlyBackupJob } from '#features/backup/nightly-backup.server.ts'
import { bulkJob } from '#features/book/bulk/bulk-runner.server.ts'
import { findDuplicatesJob } from '#features/duplicate/duplicate-finder.server.ts'
import { collectJob } from '#features/import/lookup/collect.server.ts'
import { networkJob } from '#features/settings/house-devices.server.ts'
import { importJob } from '#features/import/run/import-runner.server.ts'
import { cleanUpJob } from './clean-up.server.ts'

/** All that a server does in the background. */
export const JOBS: readonly Job[] = [
  cleanUpJob,
  compactChangesJob,
  importJob,
  collectJob,
  bulkJob,
  findDuplicatesJob,
  nightlyBackupJob,
  backupCopyJob,
  networkJob,
]
