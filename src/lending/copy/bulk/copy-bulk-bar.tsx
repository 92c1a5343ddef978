import { useRef, useState, type ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { isoDay } from '#base/lib/day-start.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { focusSelectAll } from '#base/ui/list/use-selection.ts'
import { useAction } from '#base/ui/use-action.ts'
import { selectedCount, SelectionBar } from '#kit/batch/shared/selection-bar.tsx'
import { useCurrentRowBulk } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import { RowBulkReport } from '#kit/row-bulk/shared/row-bulk-report.tsx'
import { copySelectionActions, type CopySelection } from '../copy.slots.ts'
import { copyFields } from '../copy.words.ts'
import { CopyBulkDialog, type Asked } from './copy-bulk-dialog.tsx'
import { copyBulkPage } from '../shared/copy-bulk-page.ts'
import { copyBulkCalls, startCopyBulk } from './copy-bulk.data.ts'
import type { CopiesChosen, CopyBulkInput } from './copy-bulk.schema.ts'

interface CopyBulkBarProps extends CopySelection {
  timeZone: string
}

/** What can be done to the selected copies; the progress and the report of the last change. */
export function CopyBulkBar({ selection, found, timeZone }: CopyBulkBarProps) {
  const [asked, setAsked] = useState<Asked>()
  const [current, setCurrent] = useCurrentRowBulk(copyBulkCalls)
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const ids = [...selection.marked.keys()]
  const copies: CopiesChosen = selection.isAll ? { filter: found.filter, except: ids } : { ids }
  const start = useAction(
    async (input: CopyBulkInput) => {
      const { id } = await startCopyBulk({ data: input })
      // The buttons go with the selection.
      lastFocus.current = bar.current
      setCurrent(id)
      setAsked(undefined)
      selection.clear()
    },
    { failure: m.copy_change_failed() },
  )
  const ask = (what: Asked, label: ReactNode, look = '') => (
    <Button
      {...blockedInDemo}
      key={what}
      look="second"
      className={`max-sm:px-3 ${look}`}
      onClick={(event) => {
        lastFocus.current = event.currentTarget
        setAsked(what)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      <SelectionBar
        ref={bar}
        selection={selection}
        found={found}
        text={(count) => m.copy_selected({ count, shown: formatNumber(count) })}
        report={
          current !== null && (
            <RowBulkReport
              page={copyBulkPage}
              id={current}
              onClose={() => {
                setCurrent(null)
                focusSelectAll()
              }}
            />
          )
        }
      >
        {ask('condition', copyFields.condition.label())}
        {ask('location', copyFields.location.label())}
        {ask('note', copyFields.note.label())}
        <Button
          {...blockedInDemo}
          look="second"
          className="max-sm:px-3"
          isBusy={start.isBusy}
          onClick={() =>
            void start.run({ kind: 'set', copies, values: { labelPrintedOn: isoDay(new Date(), timeZone) } })
          }
        >
          {m.copy_label_there()}
        </Button>
        <copySelectionActions.Parts selection={selection} found={found} />
        {ask('withdrawnReason', m.copy_withdraw(), 'text-danger')}
      </SelectionBar>
      <CopyBulkDialog
        asked={asked}
        count={selectedCount(selection, found)}
        isBusy={start.isBusy}
        onClose={() => setAsked(undefined)}
        onSet={(values) => void start.run({ kind: 'set', copies, values })}
        onDelete={() => void start.run({ kind: 'delete', copies })}
        lastFocus={lastFocus}
      />
    </>
  )
}
