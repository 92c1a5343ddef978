import { useId, useRef, useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { DateInput, LineInput } from '#base/ui/form/inputs.tsx'
import { useFileDrop } from '#base/ui/form/use-file-drop.ts'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { sendCalendarFile } from './calendar.data.ts'
import { MOST_CHARACTERS, type Stretch } from './calendar.schema.ts'

const EMPTY: Draft = { from: null, to: null, note: '' }
interface Draft {
  from: string | null
  to: string | null
  note: string
}

interface AddClosedDaysProps {
  today: string
  /** Puts days among those to be closed. */
  onAdd: (days: readonly Stretch[]) => void
}

/** Days that are to be closed: a stretch, or those of a calendar file, which can be dropped anywhere on the page. */
export function AddClosedDays({ today, onAdd }: AddClosedDaysProps) {
  const [draft, setDraft] = useState(EMPTY)
  const [problems, setProblems] = useState<{ from?: string; to?: string }>({})
  const change = (part: Partial<Draft>) => {
    setProblems({})
    setDraft((before) => ({ ...before, ...part }))
  }
  const submit = () => {
    const { from, note } = draft
    if (from === null) return setProblems({ from: m.validation_required() })
    const to = draft.to ?? from
    if (from < today) return setProblems({ from: m.validation_date_min({ limit: formatDay(today) }) })
    if (to < from) return setProblems({ to: m.validation_date_min({ limit: formatDay(from) }) })
    onAdd([{ from, to, note: note.trim() }])
    return setDraft(EMPTY)
  }
  const propsOf = (field: keyof Draft, label: string) => ({
    name: field,
    label,
    isOptional: field !== 'from',
    error: field === 'note' ? undefined : problems[field],
    readOnly: false,
    autoFocus: false,
    className: 'min-w-[min(11rem,100%)] flex-1',
  })
  return (
    <Panel title={m.calendar_add()} className="mt-4">
      <p className="mt-1 max-w-prose text-sm text-pretty text-muted">{m.calendar_add_text()}</p>
      <Form
        isChanged={false}
        noValidate
        className="mt-3 flex max-w-3xl flex-wrap items-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <DateInput {...propsOf('from', m.closed_from())} value={draft.from} onChange={(from) => change({ from })} />
        <DateInput {...propsOf('to', m.closed_to())} value={draft.to} onChange={(to) => change({ to })} />
        <LineInput
          {...propsOf('note', m.closed_note())}
          value={draft.note}
          onChange={(note) => change({ note: note.slice(0, 100) })}
        />
        <Button type="submit" look="second" className="self-end">
          {m.calendar_add_days()}
        </Button>
      </Form>
      <CalendarFile onAdd={onAdd} />
    </Panel>
  )
}

/** Takes a calendar file, and says what of it is no closed day. */
function CalendarFile({ onAdd }: Pick<AddClosedDaysProps, 'onAdd'>) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  const read = useAction(
    async (file: File) => {
      if (file.size > MOST_CHARACTERS * 2) return setSaid(m.calendar_file_none())
      const { days, withHours, outside } = await sendCalendarFile({ data: { text: await file.text() } })
      onAdd(days)
      return setSaid(
        m.calendar_file_read({
          days: formatNumber(days.length),
          hours: formatNumber(withHours),
          outside: formatNumber(outside),
        }),
      )
    },
    {
      onRefused: (error, thrown) => {
        setSaid(error.code === 'VALIDATION_ERROR' ? m.calendar_file_none() : fromThrown(thrown).message)
        return true
      },
    },
  )
  const take = (files: FileList | null | undefined) => {
    const [file] = files ?? []
    if (file) void read.run(file)
  }
  const isOver = useFileDrop(take)
  return (
    <div
      className={`mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4 ${isOver ? 'bg-accent-soft' : ''}`}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept=".ics,text/calendar"
        className="sr-only"
        tabIndex={-1}
        aria-hidden
        onChange={({ target }) => {
          take(target.files)
          target.value = ''
        }}
      />
      <Button look="second" isBusy={read.isBusy} onClick={() => input.current?.click()}>
        {m.calendar_file()}
      </Button>
      <p role="status" className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">
        {said || m.calendar_file_text()}
      </p>
    </div>
  )
}
