import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import type { RowBulkPage } from '#kit/row-bulk/shared/row-bulk-words.ts'
import { refreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { rowReasonWords } from '#lending/loan/shared/row-reason-words.ts'
import { borrowerBulkCalls } from '../borrower-bulk.data.ts'

/** A number of borrowers, in words. */
export const countedBorrowers = (count: number): string => m.borrower_count({ count, shown: formatNumber(count) })

/** The bulk changes of borrowers, for pages. */
export const borrowerBulkPage: RowBulkPage = {
  noun: 'borrower',
  calls: borrowerBulkCalls,
  counted: countedBorrowers,
  doing: { set: batchWords.changing, delete: m.borrower_bulk_trashing, add: batchWords.changing },
  done: ({ kind, changed }) => {
    const borrowers = countedBorrowers(changed)
    return kind === 'delete' ? m.borrower_bulk_trashed({ borrowers }) : batchWords.changed({ books: borrowers })
  },
  deleted: ({ count }) => m.borrower_bulk_trashed({ borrowers: count }),
  gone: ({ kind }, words) => (kind === 'delete' ? batchWords.goneForGood(words) : batchWords.gone(words)),
  reasons: { ...rowReasonWords, taken: m.borrower_reason_taken },
  former: m.desk_former,
  failure: m.borrower_change_failed,
  refresh: refreshLending,
}
