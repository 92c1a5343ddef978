import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { useCurrentRowBulk } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import { RowBulkReport } from '#kit/row-bulk/shared/row-bulk-report.tsx'
import { copyBulkPage } from './copy-bulk-page.ts'
import { copyBulkCalls, startCopyBulk } from '../bulk/copy-bulk.data.ts'

/** Adds a copy to each book that has none, in one job with its progress, which can be taken back as a whole. */
export function CopyForEach() {
  const [current, setCurrent] = useCurrentRowBulk(copyBulkCalls)
  const add = useAction(async () => setCurrent((await startCopyBulk({ data: { kind: 'add' } })).id), {
    failure: m.copy_not_saved(),
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Button {...blockedInDemo} look="second" isBusy={add.isBusy} onClick={() => void add.run()}>
        {m.copy_for_each()}
      </Button>
      <p className="mt-1.5 max-w-prose text-sm text-muted">{m.copy_for_each_hint()}</p>
      {current !== null && (
        <div className="mt-4">
          <RowBulkReport page={copyBulkPage} id={current} onClose={() => setCurrent(null)} />
        </div>
      )}
    </div>
  )
}
