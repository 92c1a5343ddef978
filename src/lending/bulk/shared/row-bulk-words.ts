import { batchReasonWords } from '#kit/batch/shared/batch-words.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import type { RowBulkCalls } from './row-bulk-calls.ts'
import type { RowBulk, RowBulkRow } from './row-bulk.schema.ts'

type RowReason = NonNullable<RowBulkRow['reason']>

/** What the pages of a noun need for its bulk changes: how to reach them, and what they say. */
export interface RowBulkPage {
  calls: RowBulkCalls
  /** A number of rows, in words. */
  counted: (count: number) => string
  doing: Record<RowBulk['kind'], (words: { done: string; total: string }) => string>
  /** What an ended change has done. */
  done: (bulk: RowBulk) => string
  /** How many rows were deleted. */
  deleted: (words: { count: string }) => string
  /** How many rows are gone that the undo was to take back. */
  gone: (bulk: RowBulk, words: { books: string }) => string
  /** Why a row was left alone. */
  reasons: Record<RowReason, () => string>
  /** A row whose name is forgotten. */
  former: () => string
  /** Says that a change was not made. */
  failure: () => string
}

/** Why a row was left alone, for the reasons that are the same for all nouns. */
export const rowReasonWords: Record<RowReason, () => string> = {
  ...batchReasonWords,
  on_loan: m.copy_reason_on_loan,
  owed: m.copy_reason_owed,
  lent: m.copy_reason_lent,
  taken: m.copy_reason_taken,
  has_loans: m.borrower_reason_has_loans,
  no_group: m.borrower_reason_no_group,
}
