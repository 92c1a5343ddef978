import { useInfiniteQuery } from '@tanstack/react-query'
import { fieldText } from '#base/i18n/field-text.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import type { FieldWords } from '#base/lib/noun.ts'
import { Sentence } from '#base/ui/sentence.tsx'
import { BatchRowList, BatchRows, type BatchResult } from '#kit/batch/shared/batch-rows.tsx'
import { batchReasonWords, batchResultWords } from '#kit/batch/shared/batch-words.ts'
import { bulkRowsQuery } from '../bulk.data.ts'
import type { Bulk, BulkRow } from '../bulk.schema.ts'
import { bookFields } from '#catalogue/book/book-fields.words.ts'
import { useGenreOptions } from '#catalogue/genre/shared/use-genre-options.ts'

const REASONS = {
  taken: m.books_reason_taken,
  invalid: m.books_reason_invalid,
  changed: batchReasonWords.changed,
  on_loan: m.books_reason_on_loan,
  missing: batchReasonWords.missing,
}

/** The books of a bulk change by their results, those that were changed first. */
export const BulkRows = ({ bulk }: { bulk: Bulk }) => (
  <BatchRows
    counts={bulk}
    changedWord={bulk.operation.kind === 'delete' ? batchResultWords.deleted : batchResultWords.changed}
    first="changed"
    renderRows={(result, label) => <Rows key={result} bulk={bulk} result={result} label={label} />}
  />
)

function Rows({ bulk, result, label }: { bulk: Bulk; result: BatchResult; label: string }) {
  return (
    <BatchRowList
      query={useInfiniteQuery(bulkRowsQuery(bulk, result))}
      label={label}
      failed={m.books_load_failed()}
      renderRow={(row) => (
        <>
          <span dir="auto" className="block font-medium [overflow-wrap:anywhere]">
            {bulk.operation.field === 'title' && result === 'changed' ? (
              <del className="font-normal text-muted">{row.title}</del>
            ) : (
              row.title || row.bookId
            )}
          </span>
          <Outcome row={row} field={bulk.operation.field} />
        </>
      )}
    />
  )
}

interface OutcomeProps {
  row: BulkRow
  field: string | undefined
}

/** The former and the new value, or why the book is left as it was. */
function Outcome({ row: { result, reason, kept, before, after }, field }: OutcomeProps) {
  const genres = useGenreOptions()
  const why = kept ?? reason
  if (why) {
    // What a deletion had put into the trash is not there any more.
    const text = kept === 'missing' && field === undefined ? m.undo_kept_gone_for_good : REASONS[why]
    return <span className="block text-sm text-danger">{text()}</span>
  }
  if (result !== 'changed') return null
  const words = field === undefined ? undefined : lookUp<FieldWords>(bookFields, field)
  const word = (value: BulkRow['before']) => {
    const text = field === 'genreId' ? genres.find((genre) => genre.value === value)?.label : fieldText(value, words)
    return text ? <bdi className="text-ink">{text}</bdi> : <i>{m.activity_nothing()}</i>
  }
  return (
    <span className="block text-sm text-muted [overflow-wrap:anywhere] empty:hidden">
      {field === 'title'
        ? word(after)
        : words && (
            <Sentence
              text={m.activity_change_of}
              parts={{ field: words.label(), before: word(before), after: word(after) }}
            />
          )}
    </span>
  )
}
