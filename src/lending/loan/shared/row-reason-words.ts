import { m } from '#base/i18n/paraglide/messages.js'
import { batchReasonWords } from '#kit/batch/shared/batch-words.ts'
import type { RowBulkReason } from '#kit/row-bulk/shared/row-bulk-words.ts'

/** Why a change of many copies or borrowers left one alone. */
export const rowReasonWords: Record<RowBulkReason, () => string> = {
  ...batchReasonWords,
  on_loan: m.copy_reason_on_loan,
  owed: m.copy_reason_owed,
  lent: m.copy_reason_lent,
  taken: m.copy_reason_taken,
  has_loans: m.borrower_reason_has_loans,
  no_group: m.borrower_reason_no_group,
}
