/** Where a backup is sent to from `/setup`. */
export const RESTORE_FILE_PATH = '/api/restore/file'

/** How the restore stands that this browser has begun. */
export const RESTORE_STATE_PATH = '/api/restore/state'

/** Maximum bytes of a backup that is sent: that of a million books has less than a tenth of it. */
export const RESTORE_LIMIT = 4 * 1024 ** 3
