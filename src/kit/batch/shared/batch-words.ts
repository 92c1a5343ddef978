import { m } from '#base/i18n/paraglide/messages.js'

/** What a change of many rows says, of whatever noun. */
export const batchWords = {
  changing: m.books_bulk_changing,
  deleting: m.books_bulk_deleting,
  changed: m.books_bulk_changed,
  gone: m.books_bulk_gone,
  goneForGood: m.books_bulk_gone_for_good,
  emptyClears: m.books_change_clear,
  report: m.activity_bulk_report,
}

/** What became of how many rows. */
export const batchResultWords = {
  kept: m.books_result_not_undone,
  refused: m.books_result_refused,
  changed: m.books_result_changed,
  deleted: m.books_result_deleted,
  unchanged: m.books_result_unchanged,
}

/** Why a row was left as it is. */
export const batchReasonWords = { changed: m.books_reason_changed, missing: m.books_report_missing }
