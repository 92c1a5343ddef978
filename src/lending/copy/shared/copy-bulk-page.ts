import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { batchResultWords, batchWords } from '#kit/batch/shared/batch-words.ts'
import type { RowBulkPage } from '#kit/row-bulk/shared/row-bulk-words.ts'
import { refreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { rowReasonWords } from '#lending/loan/shared/row-reason-words.ts'
import { copyBulkCalls } from '../bulk/copy-bulk.data.ts'

/** A number of copies, in words. */
export const countedCopies = (count: number): string => m.copy_count({ count, shown: formatNumber(count) })

/** The bulk changes of copies, for pages. */
export const copyBulkPage: RowBulkPage = {
  noun: 'copy',
  calls: copyBulkCalls,
  counted: countedCopies,
  doing: { set: batchWords.changing, delete: batchWords.deleting, add: m.copy_bulk_adding },
  done: ({ kind, changed }) => {
    if (kind === 'add') return m.copy_for_each_done({ count: changed, shown: formatNumber(changed) })
    const copies = countedCopies(changed)
    return kind === 'delete' ? m.copy_bulk_deleted({ copies }) : batchWords.changed({ books: copies })
  },
  deleted: batchResultWords.deleted,
  gone: (_, words) => batchWords.gone(words),
  reasons: rowReasonWords,
  former: m.copy_one,
  failure: m.copy_change_failed,
  refresh: refreshLending,
}
