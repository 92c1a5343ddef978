import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fromThrown } from '#base/errors/local-error.ts'
import { formatDate, formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { countedBooks } from '#catalogue/book/book.words.ts'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { DateInput } from '#base/ui/form/inputs.tsx'
import { SelectField } from '#base/ui/form/select-field.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel, panelClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { groupsQuery } from '#lending/borrower/group/group.data.ts'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { CountList } from '../count-list.tsx'
import { SchoolYearTabs, ToBorrowers } from '../shared/school-year-tabs.tsx'
import { dueDaysPreviewQuery, lastDueDaysQuery, setDueDays } from './due-days.data.ts'
import { DueMoves } from './due-moves.tsx'
import { useUndoDueDays } from './use-undo-due-days.ts'

const ALL = ''

/** One due day for all books that are out, or for those of a class: what would move, and the last one with its undo. */
export function DueDaysPage({ timeZone }: { timeZone: string }) {
  const groups = useSuspenseQuery(groupsQuery).data.items
  const [dueOn, setDueOn] = useState<string | null>(null)
  const [groupId, setGroupId] = useState(ALL)
  const [includesLate, setIncludesLate] = useState(false)
  const [isMissing, setIsMissing] = useState(false)
  const input = { dueOn: dueOn ?? '', groupId: groupId === ALL ? null : groupId, includesLate }
  const preview = useQuery({ ...dueDaysPreviewQuery(input), enabled: dueOn !== null })
  const shown = dueOn === null || preview.error ? undefined : preview.data
  const apply = useAction(() => setDueDays({ data: input }), {
    failure: m.due_days_not_set(),
    refresh: useRefreshLending(),
    success: m.due_days_set(),
  })
  return (
    <ManagerPage title={m.due_days_title()} trail={<ToBorrowers />}>
      <SchoolYearTabs />
      <LastDueDays timeZone={timeZone} />
      <Form
        // No question at leaving: a day is soon chosen again.
        isChanged={false}
        noValidate
        className={`${panelClass} flex flex-wrap items-start gap-x-5 gap-y-3`}
        onSubmit={(event) => {
          event.preventDefault()
          if (dueOn === null) setIsMissing(true)
          else if (shown && shown.moves.count > 0 && !preview.isPlaceholderData) void apply.run()
        }}
      >
        <DateInput
          name="dueOn"
          label={m.due_days_day()}
          value={dueOn}
          isOptional={false}
          error={
            isMissing ? m.validation_required() : dueOn !== null && preview.error ? problemOf(preview.error) : undefined
          }
          readOnly={apply.isBusy}
          autoFocus={false}
          className="min-w-[min(12rem,100%)] flex-1"
          onChange={(day) => {
            setIsMissing(false)
            setDueOn(day)
          }}
        />
        <SelectField
          className="min-w-[min(12rem,100%)] flex-1"
          label={m.due_days_whose()}
          value={groupId}
          options={[
            { value: ALL, label: m.due_days_all() },
            ...groups.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setGroupId}
        />
        <label className="flex min-h-11 min-w-[min(14rem,100%)] flex-1 cursor-pointer items-center gap-3 self-end">
          <CheckBox
            checked={includesLate}
            className="size-[1.125rem] flex-none accent-accent"
            onChange={({ target }) => setIncludesLate(target.checked)}
          />
          {m.due_days_late_too()}
        </label>
        <Button {...blockedInDemo} type="submit" isBusy={apply.isBusy} className="self-end">
          {shown && shown.moves.count > 0
            ? m.due_days_apply({ books: countedBooks(shown.moves.count) })
            : m.due_days_apply_none()}
        </Button>
      </Form>
      {shown && dueOn !== null && (
        <Panel title={m.due_days_moves()} className="mt-4">
          <div role="status" className="mt-2 max-w-xl">
            {shown.dueOn > dueOn && (
              <p className="pb-2 font-medium">
                {m.due_days_closed({ day: formatDay(dueOn), open: formatDay(shown.dueOn) })}
              </p>
            )}
            <CountList
              rows={[
                [m.due_days_another(), shown.moves.count],
                [m.due_days_earlier(), shown.earlier],
                [includesLate ? m.due_days_late_move() : m.due_days_late_stay(), shown.late],
              ]}
            />
          </div>
          <DueMoves {...shown.moves} />
        </Panel>
      )}
    </ManagerPage>
  )
}

/** What is wrong with the day, with days as people write them. */
function problemOf(thrown: unknown): string {
  const error = fromThrown(thrown)
  const problem = error.fields.dueOn
  const limit = formatDay(String(problem?.params?.limit ?? ''))
  if (problem?.key === 'validation_date_min') return m.validation_date_min({ limit })
  if (problem?.key === 'validation_date_max') return m.validation_date_max({ limit })
  return error.message
}

/** The last time that loans got one due day, with the way back. */
function LastDueDays({ timeZone }: { timeZone: string }) {
  const { data: last } = useQuery(lastDueDaysQuery)
  const undo = useUndoDueDays()
  if (!last?.dueOn) return null
  return (
    <section className={`${panelClass} mb-4 flex flex-wrap items-center gap-x-4 gap-y-2`}>
      <p className="min-w-0 flex-1 basis-60">
        {m.due_days_last({
          at: formatDate(last.createdAt, timeZone),
          books: countedBooks(last.loans),
          day: formatDay(last.dueOn),
        })}
      </p>
      <Button {...blockedInDemo} look="second" isBusy={undo.isBusy} onClick={() => void undo.run(last.id)}>
        {m.books_undo()}
      </Button>
    </section>
  )
}
