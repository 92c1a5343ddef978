import type { BackupProblem } from '#base/db/backup/backup-error.server.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'

const SENTENCES: Record<BackupProblem | 'cut_off', (name: string) => string> = {
  missing: (file) => m.restore_problem_missing({ file }),
  unreadable: (file) => m.restore_problem_unreadable({ file }),
  foreign: (file) => m.restore_problem_foreign({ file }),
  cut: (file) => m.restore_problem_cut({ file }),
  damaged: (file) => m.restore_problem_damaged({ file }),
  newer: (file) => m.restore_problem_newer({ file }),
  other_tables: (file) => m.restore_problem_other_tables({ file }),
  no_room: () => m.restore_problem_no_room(),
  busy: () => m.restore_problem_busy(),
  managed: () => m.error_SETUP_CLOSED(),
  away: () => m.restore_problem_away(),
  failed: () => m.restore_problem_failed(),
  cut_off: () => m.restore_problem_cut_off(),
}

/** What is wrong with a backup, or with restoring it, in one sentence. */
export const problemSentence = (problem: string, file: string): string =>
  (lookUp(SENTENCES, problem) ?? SENTENCES.failed)(isolated(file))
