import { useRef, useState, type ReactNode } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { ConfirmDialog } from '#base/ui/dialog/confirm-dialog.tsx'
import { focusSelectAll } from '#base/ui/list/use-selection.ts'
import { useAction } from '#base/ui/use-action.ts'
import { selectedCount, SelectionBar } from '#kit/batch/shared/selection-bar.tsx'
import type { BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import { borrowerSelectionActions, type BorrowerSelection } from '#lending/borrower/borrower.slots.ts'
import { borrowerWords } from '#lending/borrower/borrower.words.ts'
import { useCurrentRowBulk } from '#kit/row-bulk/shared/row-bulk-calls.ts'
import { RowBulkReport } from '#kit/row-bulk/shared/row-bulk-report.tsx'
import { BorrowerBulkDialog, type AskedField } from './borrower-bulk-dialog.tsx'
import { borrowerBulkPage, countedBorrowers } from './shared/borrower-bulk-page.ts'
import { BorrowerBulkPreview } from './borrower-bulk-preview.tsx'
import { borrowerBulkCalls, startBorrowerBulk } from './borrower-bulk.data.ts'
import type { BorrowerBulkInput } from './borrower-bulk.schema.ts'

/** What can be done to the selected borrowers; the progress and the report of the last change. */
export function BorrowerBulkBar({ selection, found }: BorrowerSelection) {
  const [asked, setAsked] = useState<AskedField | 'trash'>()
  const [current, setCurrent] = useCurrentRowBulk(borrowerBulkCalls)
  const bar = useRef<HTMLDivElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const ids = [...selection.marked.keys()]
  const borrowers: BorrowersChosen = selection.isAll ? { filter: found.filter, except: ids } : { ids }
  const count = selectedCount(selection, found)
  const close = () => setAsked(undefined)
  const start = useAction(
    async (input: BorrowerBulkInput) => {
      const { id } = await startBorrowerBulk({ data: input })
      // The buttons go with the selection.
      lastFocus.current = bar.current
      setCurrent(id)
      close()
      selection.clear()
    },
    { failure: m.borrower_change_failed() },
  )
  const ask = (what: AskedField | 'trash', label: ReactNode, look = '') => (
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
  const toTrash: BorrowerBulkInput = { kind: 'delete', borrowers }
  return (
    <>
      <SelectionBar
        ref={bar}
        selection={selection}
        found={found}
        text={(selected) => m.borrower_selected({ count: selected, shown: formatNumber(selected) })}
        report={
          current !== null && (
            <RowBulkReport
              page={borrowerBulkPage}
              id={current}
              onClose={() => {
                setCurrent(null)
                focusSelectAll()
              }}
            />
          )
        }
      >
        {ask('groupId', borrowerWords.fields.groupId.label())}
        {ask('expiresOn', m.borrower_bulk_expiry())}
        {ask('blockedNote', m.borrower_block())}
        {ask('note', borrowerWords.fields.note.label())}
        <borrowerSelectionActions.Parts selection={selection} found={found} />
        {ask('trash', m.trash_move(), 'text-danger')}
      </SelectionBar>
      <BorrowerBulkDialog
        asked={asked === 'trash' ? undefined : asked}
        borrowers={borrowers}
        count={count}
        isBusy={start.isBusy}
        onClose={close}
        onSet={(values) => void start.run({ kind: 'set', borrowers, values })}
        lastFocus={lastFocus}
      />
      <ConfirmDialog
        isOpen={asked === 'trash'}
        onClose={close}
        title={m.borrower_bulk_trash_title({ borrowers: countedBorrowers(count) })}
        text={m.borrower_bulk_trash_text()}
        action={m.trash_move()}
        isDanger
        isBusy={start.isBusy}
        onConfirm={() => void start.run(toTrash)}
        lastFocus={lastFocus}
      >
        {asked === 'trash' && <BorrowerBulkPreview input={toTrash} />}
      </ConfirmDialog>
    </>
  )
}
