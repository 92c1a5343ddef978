import { useState } from 'react'
import { moveClassSet } from '#lending/desk/desk.data.ts'
import { setDayInputSchema } from '#lending/desk/set/desk-set.schema.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { FormAlert } from '#base/ui/form/form-alert.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { DateInput } from '#base/ui/form/inputs.tsx'
import { useForm } from '#base/ui/form/use-form.ts'
import { toast } from '#base/ui/toast/toast.tsx'

interface MoveClassSetProps {
  id: string
  /** The day on which the set is due. */
  dueOn: string | null
}

/** Gives what is out of a class set another due day, in a dialog. */
export function MoveClassSet({ id, dueOn }: MoveClassSetProps) {
  const [turn, setTurn] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        {...blockedInDemo}
        look="second"
        onClick={() => {
          setTurn(turn + 1)
          setIsOpen(true)
        }}
      >
        {m.class_set_move()}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={m.class_set_move()} closeLabel={m.common_close()}>
        <DayForm key={turn} id={id} dueOn={dueOn} onClose={() => setIsOpen(false)} />
      </Dialog>
    </>
  )
}

function DayForm({ id, dueOn, onClose }: MoveClassSetProps & { onClose: () => void }) {
  const [day, setDay] = useState(dueOn)
  const refresh = useRefreshLending()
  const form = useForm({
    schema: setDayInputSchema,
    isChanged: () => day !== dueOn,
    onDiscard: () => setDay(dueOn),
    values: () => ({ setId: id, dueOn: day ?? '' }),
    save: async (fields) => {
      await moveClassSet({ data: fields })
      await refresh()
      void toast({ type: 'success', title: m.class_set_moved({ day: formatDay(fields.dueOn) }) })
      onClose()
    },
    hasReason: true,
    failure: m.copy_not_saved(),
  })
  return (
    <Form
      {...form.props}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <FormAlert>{form.reason}</FormAlert>
      <DateInput
        name="dueOn"
        label={m.overdue_due()}
        isOptional={false}
        value={day}
        error={form.problems.dueOn}
        readOnly={form.isBusy}
        autoFocus
        className=""
        onChange={setDay}
      />
      <Button {...blockedInDemo} type="submit" isBusy={form.isBusy}>
        {m.noun_save()}
      </Button>
    </Form>
  )
}
