import { useState, type RefObject } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { batchWords } from '#kit/batch/shared/batch-words.ts'
import { borrowerWords } from '#lending/borrower/borrower.words.ts'
import { GroupChoice } from '#lending/borrower/shared/group-choice.tsx'
import { countedBorrowers } from './shared/borrower-bulk-page.ts'
import { BorrowerBulkPreview } from './borrower-bulk-preview.tsx'
import type { BorrowersChosen } from '#lending/borrower/borrower.schema.ts'
import type { BorrowerValues } from './borrower-bulk.schema.ts'

/** The field that the dialog asks for. */
export type AskedField = 'groupId' | 'expiresOn' | 'blockedNote' | 'note'

interface BorrowerBulkDialogProps {
  asked: AskedField | undefined
  borrowers: BorrowersChosen
  count: number
  isBusy: boolean
  onClose: () => void
  onSet: (values: BorrowerValues) => void
  lastFocus: RefObject<HTMLElement | null>
}

/** Asks for the new class, expiry, block or note of the selected borrowers, and says what that would change. */
export function BorrowerBulkDialog({ asked, count, onClose, lastFocus, ...form }: BorrowerBulkDialogProps) {
  // Keeps what is asked during the closing animation.
  const [shown, setShown] = useState({ asked: asked ?? 'groupId', count })
  if (asked && (shown.asked !== asked || shown.count !== count)) setShown({ asked, count })
  return (
    <Dialog
      isOpen={asked !== undefined}
      onClose={onClose}
      title={m.borrower_change({ borrowers: countedBorrowers(shown.count) })}
      closeLabel={m.common_close()}
      lastFocus={lastFocus}
    >
      <ValueForm key={shown.asked} {...form} asked={shown.asked} count={shown.count} />
    </Dialog>
  )
}

const { fields } = borrowerWords

const MAX_LENGTHS = { note: 1000, blockedNote: 500 }

interface ValueFormProps extends Pick<BorrowerBulkDialogProps, 'borrowers' | 'count' | 'isBusy' | 'onSet'> {
  asked: AskedField
}

function ValueForm({ asked, borrowers, count, isBusy, onSet }: ValueFormProps) {
  const [groupId, setGroupId] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const isBlock = asked === 'blockedNote'
  const values: BorrowerValues =
    asked === 'groupId' ? { groupId } : asked === 'expiresOn' ? { expiresOn: text || null } : { [asked]: text.trim() }
  const isEmptyBlock = isBlock && text.trim() === ''
  return (
    <Form
      // No question at leaving: one field is soon typed again.
      isChanged={false}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmptyBlock) setIsMissing(true)
        else onSet(values)
      }}
    >
      {asked === 'groupId' ? (
        <GroupChoice
          name="groupId"
          label={fields.groupId.label()}
          value={groupId}
          error={undefined}
          isOptional
          readOnly={isBusy}
          autoFocus
          className=""
          onChange={setGroupId}
        />
      ) : (
        <TextField
          label={fields[asked].label()}
          hint={isBlock ? m.borrower_block_hint() : batchWords.emptyClears()}
          error={isMissing ? m.validation_required() : undefined}
          value={text}
          autoFocus
          autoComplete="off"
          {...(asked === 'expiresOn' ? { type: 'date' } : { dir: 'auto', maxLength: MAX_LENGTHS[asked] })}
          onChange={({ target }) => {
            setIsMissing(false)
            setText(target.value)
          }}
        />
      )}
      {!isEmptyBlock && <BorrowerBulkPreview input={{ kind: 'set', borrowers, values }} />}
      <Button type="submit" isBusy={isBusy}>
        {isBlock ? m.borrower_block() : m.borrower_change({ borrowers: countedBorrowers(count) })}
      </Button>
      {isBlock && (
        <Button look="ghost" isBusy={isBusy} onClick={() => onSet({ blockedNote: '' })}>
          {m.borrower_unblock()}
        </Button>
      )}
    </Form>
  )
}
