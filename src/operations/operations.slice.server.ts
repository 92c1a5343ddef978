import type { ServerSlice } from '#kit/slice.server.ts'
import { nightlyBackupJob } from './backup/nightly-backup.server.ts'
import { secondFolderJob } from './backup/second-folder/fill-second-folder.server.ts'
import { networkJob } from './devices/shared/house-devices.server.ts'

/** What backups and settings contribute on the server. */
export const operationsSlice: ServerSlice = { jobs: [nightlyBackupJob, secondFolderJob, networkJob] }
