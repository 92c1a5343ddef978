import { useRef, useState } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Dialog } from '#base/ui/dialog/dialog.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { TextField } from '#base/ui/form/text-field.tsx'
import { filterClass } from '#base/ui/list/filter-class.ts'
import { daySchema } from './activity-search.schema.ts'

interface Days {
  from: string | undefined
  to: string | undefined
}

interface DayFilterProps extends Days {
  onChange: (days: Days) => void
}

/** Narrows a list to the days between two, which are chosen in a dialog. */
export function DayFilter({ from, to, onChange }: DayFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const isChosen = from !== undefined || to !== undefined
  return (
    <>
      <button
        ref={opener}
        id="filter-from"
        type="button"
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
        className={`truncate px-3 max-sm:px-2.5 ${filterClass(isChosen)}`}
      >
        {isChosen ? m.activity_days() : m.activity_days_all()}
      </button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={m.activity_days_title()}
        closeLabel={m.common_close()}
        lastFocus={opener}
      >
        <DayForm
          from={from}
          to={to}
          onChange={(days) => {
            setIsOpen(false)
            onChange(days)
          }}
        />
      </Dialog>
    </>
  )
}

/** An empty or half-typed field is no day. */
const dayOf = (typed: string): string | undefined => daySchema.safeParse(typed).data

function DayForm({ from = '', to = '', onChange }: Partial<Days> & Pick<DayFilterProps, 'onChange'>) {
  const [days, setDays] = useState({ from, to })
  const [isTurned, setIsTurned] = useState(false)
  const change = (next: Partial<typeof days>) => {
    setIsTurned(false)
    setDays({ ...days, ...next })
  }
  return (
    <Form
      isChanged={false}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const chosen = { from: dayOf(days.from), to: dayOf(days.to) }
        if (chosen.from && chosen.to && chosen.to < chosen.from) setIsTurned(true)
        else onChange(chosen)
      }}
    >
      <TextField
        label={m.activity_days_from()}
        type="date"
        value={days.from}
        onChange={({ target }) => change({ from: target.value })}
      />
      <TextField
        label={m.activity_days_to()}
        type="date"
        value={days.to}
        hint={m.activity_days_hint()}
        error={isTurned ? m.activity_days_turned() : undefined}
        onChange={({ target }) => change({ to: target.value })}
      />
      <Button type="submit">{m.activity_days_show()}</Button>
    </Form>
  )
}
