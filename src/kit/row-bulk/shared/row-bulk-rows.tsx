import { useInfiniteQuery } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { BatchRowList, BatchRows, type BatchResult } from '#kit/batch/shared/batch-rows.tsx'
import { batchResultWords } from '#kit/batch/shared/batch-words.ts'
import { rowBulkRowsQuery } from './row-bulk-calls.ts'
import type { RowBulkPage } from './row-bulk-words.ts'
import type { RowBulk } from './row-bulk.schema.ts'

interface RowBulkRowsProps {
  page: RowBulkPage
  bulk: RowBulk
}

/** The rows of a bulk change by their results, those that were kept or left out first. */
export const RowBulkRows = ({ page, bulk }: RowBulkRowsProps) => (
  <BatchRows
    counts={bulk}
    changedWord={bulk.kind === 'delete' ? page.deleted : batchResultWords.changed}
    renderRows={(result, label) => <Rows key={result} page={page} bulk={bulk} result={result} label={label} />}
  />
)

interface RowsProps extends RowBulkRowsProps {
  result: BatchResult
  label: string
}

function Rows({ page, bulk, result, label }: RowsProps) {
  const query = useInfiniteQuery(rowBulkRowsQuery(page.calls, bulk, result))
  return (
    <BatchRowList
      query={query}
      label={label}
      failed={m.noun_load_failed()}
      renderRow={({ name, reason, kept }) => {
        const why = kept ?? reason
        return (
          <>
            <bdi className="block [overflow-wrap:anywhere]">{name || page.former()}</bdi>
            {why && <span className="block text-sm text-danger">{page.reasons[why]()}</span>}
          </>
        )
      }}
    />
  )
}
