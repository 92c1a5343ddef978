import { useState, type ReactNode, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { COPY_CONDITIONS, conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { choiceInput } from '#base/ui/form/inputs.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import { copyFields } from '../copy.words.ts'
import { countedCopies } from '../shared/copy-bulk-page.ts'
import type { CopyValues } from './copy-bulk.schema.ts'

/** What the dialog asks for. */
export type Asked = 'condition' | 'location' | 'note' | 'withdrawnReason'

/** The states to choose from; to withdraw has a button and a dialog of its own, which asks for the reason. */
const STATES = COPY_CONDITIONS.filter((condition) => condition !== 'withdrawn')
const StateInput = choiceInput(STATES, conditionWord)

interface CopyBulkDialogProps {
  asked: Asked | undefined
  count: number
  isBusy: boolean
  onClose: () => void
  onSet: (values: CopyValues) => void
  onDelete: () => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Asks for the new state, place or note of the selected copies, or for the reason for which they are withdrawn. */
export function CopyBulkDialog({ asked, count, isBusy, onClose, onSet, onDelete, lastFocus }: CopyBulkDialogProps) {
  // Keeps what is asked during the closing animation.
  const [shown, setShown] = useState({ asked: asked ?? 'location', count })
  if (asked && (shown.asked !== asked || shown.count !== count)) setShown({ asked, count })
  const copies = countedCopies(shown.count)
  const isWithdrawal = shown.asked === 'withdrawnReason'
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={onClose}
      title={isWithdrawal ? m.copy_withdraw_title({ copies }) : m.copy_change({ copies })}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      <ValueForm key={shown.asked} asked={shown.asked} copies={copies} isBusy={isBusy} onSet={onSet}>
        {isWithdrawal && (
          <Button look="ghost" className="text-danger" isBusy={isBusy} onClick={onDelete}>
            {m.copy_delete_never_lent()}
          </Button>
        )}
      </ValueForm>
    </Dialog>
  )
}

interface ValueFormProps extends Pick<CopyBulkDialogProps, 'isBusy' | 'onSet'> {
  asked: Asked
  copies: string
  children: ReactNode
}

function ValueForm({ asked, copies, isBusy, onSet, children }: ValueFormProps) {
  const [condition, setCondition] = useState<(typeof STATES)[number]>('ok')
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isWithdrawal = asked === 'withdrawnReason'
  const submit = () => {
    if (asked === 'condition') return onSet({ condition })
    if (!isWithdrawal) return onSet({ [asked]: text })
    if (text.trim() === '') return setIsMissing(true)
    return onSet({ condition: 'withdrawn', withdrawnReason: text })
  }
  return (
    <Form
      // No question at leaving: one field is soon typed again.
      isChanged={false}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {isWithdrawal && <p className="text-muted">{m.copy_withdraw_text()}</p>}
      {asked === 'condition' ? (
        <StateInput
          name="condition"
          label={copyFields.condition.label()}
          value={condition}
          isOptional={false}
          error={undefined}
          readOnly={isBusy}
          autoFocus
          className=""
          onChange={setCondition}
        />
      ) : (
        <TextField
          label={copyFields[asked].label()}
          hint={isWithdrawal ? m.copy_withdraw_hint() : batchWords.emptyClears()}
          error={isMissing ? m.validation_required() : undefined}
          value={text}
          dir="auto"
          autoFocus
          autoComplete="off"
          maxLength={MAX_LENGTHS[asked]}
          onChange={({ target }) => {
            setIsMissing(false)
            setText(target.value)
          }}
        />
      )}
      <Button type="submit" isBusy={isBusy} className={isWithdrawal ? 'bg-danger' : ''}>
        {isWithdrawal ? m.copy_withdraw() : m.copy_change({ copies })}
      </Button>
      {children}
    </Form>
  )
}

const MAX_LENGTHS = { location: 100, note: 1000, withdrawnReason: 200 }
