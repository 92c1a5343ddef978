import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { blockedInDemo } from '#lib/form/refusal.ts'
import { Button } from '#ui/button.tsx'
import { Form } from '#ui/form/form.tsx'
import { DateInput, LineInput } from '#ui/form/inputs.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { Panel, rowActionClass } from '#ui/panel.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { closedDaysQuery, closeOnDays, openOnDays } from './group.data.ts'
import { closedDaysInputSchema, type ClosedDays } from './group.schema.ts'

const EMPTY = { from: null, to: null, note: '' }

/** Sentences with a day, which is written as people do. */
const LIMITS: Partial<Record<string, (params: { limit: string }) => string>> = {
  validation_date_min: m.validation_date_min,
  validation_date_max: m.validation_date_max,
}

const daysWord = ({ from, to }: ClosedDays): string =>
  from === to ? formatDay(from) : m.closed_from_to({ from: formatDay(from), to: formatDay(to) })

/** The days on which no book is due: added, and opened again. */
export function ClosedDaysPanel() {
  const queryClient = useQueryClient()
  const ranges = useSuspenseQuery(closedDaysQuery).data
  const refresh = () => queryClient.invalidateQueries({ queryKey: closedDaysQuery.queryKey })
  const closeAgain = useAction((data: ClosedDays) => closeOnDays({ data }), {
    failure: m.closed_not_saved(),
    refresh,
  })
  const open = useAction(
    async (days: ClosedDays) => {
      await openOnDays({ data: { from: days.from, to: days.to } })
      await refresh()
      const action = { label: m.books_undo(), onClick: () => void closeAgain.run(days) }
      void toast({ type: 'success', title: m.closed_opened(), description: daysWord(days), action })
    },
    { failure: m.closed_not_saved() },
  )
  return (
    <Panel title={m.closed_title()} className="mt-4">
      <p className="max-w-prose text-sm text-muted">{m.closed_text()}</p>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" className="mt-2">
        {ranges.map((days) => (
          <li
            key={days.from}
            className="flex flex-wrap items-center gap-x-5 border-t border-line py-1.5 first:border-0"
          >
            <span className="min-w-[min(9rem,100%)] flex-1 break-words">
              <span className="font-semibold">{daysWord(days)}</span>
              {days.note && (
                <span className="block text-sm text-muted">
                  <bdi>{days.note}</bdi>
                </span>
              )}
            </span>
            <button
              {...blockedInDemo}
              type="button"
              className={rowActionClass}
              aria-label={m.closed_open_of({ days: daysWord(days) })}
              aria-disabled={open.isBusy || undefined}
              onClick={() => void open.run(days)}
            >
              {m.closed_open()}
            </button>
          </li>
        ))}
      </ul>
      <CloseForm refresh={refresh} />
    </Panel>
  )
}

function CloseForm({ refresh }: { refresh: () => Promise<unknown> }) {
  const [draft, setDraft] = useState<{ from: string | null; to: string | null; note: string }>(EMPTY)
  const form = useForm({
    schema: closedDaysInputSchema,
    values: () => ({ from: draft.from ?? undefined, to: draft.to ?? undefined, note: draft.note }),
    save: async (data) => {
      await closeOnDays({ data })
      await refresh()
      setDraft(EMPTY)
      void toast({ type: 'success', title: m.closed_saved() })
    },
    failure: m.closed_not_saved(),
    wordOf: (_, { key, params }) => params && LIMITS[key]?.({ limit: formatDay(String(params.limit)) }),
  })
  const propsOf = (field: keyof typeof draft, label: string) => ({
    name: field,
    label,
    error: form.problems[field],
    readOnly: form.isBusy,
    autoFocus: false,
    className: 'min-w-[min(11rem,100%)] flex-1',
  })
  const change = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  return (
    <Form {...form.props} className="mt-3 flex max-w-3xl flex-wrap items-start gap-4 border-t border-line pt-4">
      <DateInput {...propsOf('from', m.closed_from())} value={draft.from} onChange={(from) => change({ from })} />
      <DateInput {...propsOf('to', m.closed_to())} value={draft.to} onChange={(to) => change({ to })} />
      <LineInput {...propsOf('note', m.closed_note())} value={draft.note} onChange={(note) => change({ note })} />
      <Button {...blockedInDemo} type="submit" look="second" isBusy={form.isBusy} className="self-end">
        {m.closed_add()}
      </Button>
    </Form>
  )
}
