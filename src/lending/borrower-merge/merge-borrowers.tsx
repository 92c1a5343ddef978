import { useRef, useState } from 'react'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { ChoiceField } from '#base/ui/form/inputs.tsx'
import { focusSelectAll } from '#base/ui/list/use-selection.ts'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import type { BorrowerRow } from '#lending/borrower/borrower.schema.ts'
import type { BorrowerSelection } from '#lending/borrower/borrower.slots.ts'
import { restoreDeletedBorrowers } from '#lending/borrower/trash/borrower-trash.data.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { mergeTwoBorrowers } from './borrower-merge.data.ts'
import type { MergedField } from './borrower-merge.schema.ts'
import { mergeChoices } from './merge-choices.ts'

/** Merges two selected borrowers who are one person, after a question which name, card and so on stay. */
export function MergeBorrowers({ selection }: Pick<BorrowerSelection, 'selection'>) {
  const [pair, setPair] = useState<[BorrowerRow, BorrowerRow]>()
  const [isOpen, setIsOpen] = useState(false)
  const lastFocus = useRef<HTMLElement>(null)
  const refresh = useRefreshLending()
  const part = useAction(
    async (id: string) => {
      const { restored } = await restoreDeletedBorrowers({ data: { ids: [id] } })
      await refresh()
      if (restored.length > 0) void toast({ type: 'success', title: m.undo_done() })
      else void toast({ type: 'error', title: m.undo_failed(), description: m.borrower_reason_taken() })
    },
    { failure: m.undo_failed() },
  )
  const merge = useAction(
    async ({ pair: [kept, other], take }: { pair: [BorrowerRow, BorrowerRow]; take: MergedField[] }) => {
      const ids = { id: kept.id, version: kept.version, otherId: other.id, otherVersion: other.version }
      const { name } = await mergeTwoBorrowers({ data: { ...ids, take } })
      setIsOpen(false)
      selection.clear()
      await refresh()
      focusSelectAll()
      void toast({
        type: 'success',
        title: m.borrower_merged({ name: isolated(name) }),
        duration: UNDO_TIME,
        action: { label: m.trash_undo(), onClick: () => void part.run(other.id) },
      })
    },
    {
      failure: m.borrower_not_merged(),
      onRefused: () => {
        // One of them was changed meanwhile: the list shows who they are now.
        setIsOpen(false)
        selection.clear()
        void refresh()
        return false
      },
    },
  )
  const [first, second, third] = [...selection.marked.values()]
  const canMerge = !selection.isAll && first !== undefined && second !== undefined && third === undefined
  return (
    <>
      {canMerge && (
        <Button
          {...blockedInDemo}
          look="second"
          className="max-sm:px-3"
          onClick={(event) => {
            lastFocus.current = event.currentTarget
            setPair([first, second])
            setIsOpen(true)
          }}
        >
          {m.borrower_merge()}
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.borrower_merge_title()}
        description={m.borrower_merge_text()}
        closeLabel={m.common_close()}
        lastFocus={lastFocus}
      >
        {pair && (
          <MergeForm
            key={pair.map(({ id }) => id).join()}
            pair={pair}
            isBusy={merge.isBusy}
            onMerge={(take) => void merge.run({ pair, take })}
          />
        )}
      </Dialog>
    </>
  )
}

interface MergeFormProps {
  pair: [BorrowerRow, BorrowerRow]
  isBusy: boolean
  onMerge: (take: MergedField[]) => void
}

/** Asks for each field in which the two differ what stays. */
function MergeForm({ pair: [kept, other], isBusy, onMerge }: MergeFormProps) {
  const choices = mergeChoices(kept, other)
  const [chosen, setChosen] = useState<Partial<Record<MergedField, 'kept' | 'other'>>>({})
  const choiceFor = ({ field, usual }: (typeof choices)[number]) => chosen[field] ?? usual
  return (
    <Form
      isChanged={false}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onMerge(choices.flatMap((one) => (choiceFor(one) === 'other' ? [one.field] : [])))
      }}
    >
      {choices.map((one) => (
        <ChoiceField
          key={one.field}
          name={one.field}
          label={one.label}
          value={choiceFor(one)}
          isOptional={false}
          choices={['kept', 'other'] as const}
          word={(which) => (which === 'kept' ? one.kept : one.other)}
          error={undefined}
          readOnly={isBusy}
          autoFocus={false}
          className=""
          onChange={(which) => setChosen({ ...chosen, [one.field]: which })}
        />
      ))}
      <Button type="submit" isBusy={isBusy}>
        {m.borrower_merge()}
      </Button>
    </Form>
  )
}
