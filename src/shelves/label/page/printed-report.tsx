import { useQueryClient } from '@tanstack/react-query'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { borrowerBulkPage } from '#lending/borrower-bulk/shared/borrower-bulk-page.ts'
import { useRowBulk } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import { RowBulkReport } from '#kit/row-bulk/shared/row-bulk-report.tsx'
import type { RowBulkPage } from '#kit/row-bulk/shared/row-bulk-words.ts'
import { copyBulkPage } from '#lending/copy/shared/copy-bulk-page.ts'
import type { LabelAbout } from '../label-search.schema.ts'

interface PrintedReportProps {
  about: LabelAbout
  /** The bulk change that notes what was printed. */
  id: string
  onGoOn: () => void
  onClose: () => void
}

/** A change that says what it is for: these are noted as printed. */
const notedPage = (page: RowBulkPage): RowBulkPage => ({
  ...page,
  done: ({ changed }) => m.labels_noted({ rows: page.counted(changed) }),
})

/** What was noted as printed, with its undo; the way on waits until all of it is noted, or taken back. */
export function PrintedReport({ about, id, onGoOn, onClose }: PrintedReportProps) {
  const page = about === 'cards' ? borrowerBulkPage : copyBulkPage
  const queryClient = useQueryClient()
  const { data: bulk } = useRowBulk(page.calls, id, () => page.refresh(queryClient))
  return (
    <div className="mb-4 rounded-md border border-line bg-raised px-4 py-3 print:hidden">
      <RowBulkReport page={notedPage(page)} id={id} onClose={onClose} />
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-60 text-sm text-muted">{m.labels_again()}</p>
        <Button look="second" isBusy={!bulk || bulk.state === 'running'} onClick={onGoOn}>
          {m.labels_go_on()}
        </Button>
      </div>
    </div>
  )
}
