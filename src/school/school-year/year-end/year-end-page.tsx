import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { CountList } from '../count-list.tsx'
import { SchoolYearTabs, ToBorrowers } from '../shared/school-year-tabs.tsx'
import { LastYearEnd } from './last-year-end.tsx'
import { LeaversPanel } from './leavers-panel.tsx'
import type { NextClass } from './next-class.ts'
import { YearEndClassRow, yearEndGrid } from './year-end-class-row.tsx'
import { countYearEnd, type Repeats } from './year-end-counts.ts'
import { startYearEnd, yearEndPreviewQuery } from './year-end.data.ts'
import type { Pupil, YearEndClass } from './year-end.schema.ts'

/** The end of the school year: every class to its next, with a preview, and the undo of the last one. */
export function YearEndPage({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const preview = useSuspenseQuery(yearEndPreviewQuery).data
  const { classes, last } = preview
  // One that was undone stays, with what its undo has left alone, until the page is left.
  const [shown, setShown] = useState(last?.id)
  const [known, setKnown] = useState(last?.id)
  // One that was started by another tab or person is shown as soon as it is known.
  if (last && last.id !== known) {
    setKnown(last.id)
    setShown(last.id)
  }
  const [isAgain, setIsAgain] = useState(false)
  const [isConfirmed, setIsConfirmed] = useState(false)
  const [next, setNext] = useState<Readonly<Record<string, NextClass>>>({})
  const [repeats, setRepeats] = useState<Repeats>(new Map())
  const nextOf = (one: YearEndClass) => next[one.id] ?? one.next
  const counts = countYearEnd(classes, nextOf, repeats)
  const changed = counts.moved + counts.trashed + counts.left
  const isPreparing = isAgain || last === null
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['borrower', 'year-end'] })
  const start = useAction(
    async () => {
      const { id } = await startYearEnd({
        data: {
          next: Object.fromEntries(classes.map((one) => [one.id, nextOf(one)])),
          repeats: [...repeats.keys()],
          seen: preview.mark,
          isAgain: isConfirmed,
        },
      })
      setShown(id)
      setIsAgain(false)
      setIsConfirmed(false)
      setNext({})
      setRepeats(new Map())
      globalThis.scrollTo({ top: 0 })
    },
    {
      refresh,
      failure: m.year_end_not_started(),
      onRefused: () => {
        void refresh()
        return false
      },
    },
  )
  return (
    <ManagerPage
      title={m.year_end_title()}
      trail={<ToBorrowers />}
      actions={
        isPreparing &&
        classes.length > 0 && (
          <Button
            {...blockedInDemo}
            isBusy={start.isBusy}
            disabled={changed === 0 || (last !== null && !isConfirmed)}
            onClick={() => void start.run()}
          >
            {changed === 0
              ? m.year_end_start_none()
              : m.year_end_start({ pupils: m.year_end_pupils({ count: changed, shown: formatNumber(changed) }) })}
          </Button>
        )
      }
    >
      <SchoolYearTabs />
      {shown !== undefined && (
        <LastYearEnd
          key={shown}
          id={shown}
          known={last?.id === shown ? last : undefined}
          timeZone={timeZone}
          leftGroupId={classes.find(({ kind }) => kind === 'left')?.id}
          onAgain={isPreparing ? undefined : () => setIsAgain(true)}
        />
      )}
      {isPreparing && last !== null && (
        <label className="mb-4 flex min-h-11 cursor-pointer items-center gap-3 rounded-md border border-warning bg-raised px-4.5 py-2">
          <CheckBox
            checked={isConfirmed}
            className="size-[1.125rem] flex-none accent-accent"
            onChange={({ target }) => setIsConfirmed(target.checked)}
          />
          {m.year_end_again_confirm({ day: formatDate(last.startedAt, timeZone) })}
        </label>
      )}
      {isPreparing && classes.length === 0 && (
        <EmptyState
          title={m.year_end_none_title()}
          text={m.year_end_none_text()}
          action={
            <Link to="/manager/borrowers/groups" className={buttonClass()}>
              {m.group_list()}
            </Link>
          }
        />
      )}
      {isPreparing && classes.length > 0 && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ClassList
            classes={classes}
            nextOf={nextOf}
            repeats={repeats}
            onNext={(id, to) => setNext((before) => ({ ...before, [id]: to }))}
            onRepeat={(groupId, { id, isOwing }, isRepeating) =>
              setRepeats((before) => {
                const after = new Map(before)
                if (isRepeating) after.set(id, { groupId, isOwing })
                else after.delete(id)
                return after
              })
            }
          />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 [overflow-wrap:anywhere]">
            <LeaversPanel
              counts={counts}
              leaving={classes.filter((one) => one.kind === 'class' && nextOf(one) === 'leave').map(({ id }) => id)}
              repeats={repeats}
            />
            <Panel title={m.year_end_does()}>
              <div role="status" className="mt-2">
                <CountList
                  rows={[
                    [m.year_end_up(), counts.moved],
                    [m.year_end_staying(), counts.stayed],
                    [m.year_end_leaves(), counts.trashed + counts.left],
                    [m.year_end_others(), preview.others],
                  ]}
                />
              </div>
              <p className="mt-2 border-t border-line pt-3 text-sm text-pretty text-muted">{m.year_end_undoable()}</p>
            </Panel>
          </div>
        </div>
      )}
    </ManagerPage>
  )
}

interface ClassListProps {
  classes: readonly YearEndClass[]
  nextOf: (one: YearEndClass) => NextClass
  repeats: Repeats
  onNext: (id: string, next: NextClass) => void
  onRepeat: (groupId: string, pupil: Pupil, isRepeating: boolean) => void
}

function ClassList({ classes, nextOf, repeats, onNext, onRepeat }: ClassListProps) {
  const [open, setOpen] = useState<string>()
  return (
    <div className="rounded-md border border-line bg-raised">
      {/* Each row says the same to screen readers. */}
      <div
        aria-hidden
        className={`${yearEndGrid} border-b border-line py-2.5 text-sm font-medium text-muted max-lg:hidden!`}
      >
        <span>{m.group_kind_class()}</span>
        <span className="text-end">{m.year_end_count()}</span>
        <span>{m.year_end_next()}</span>
        <span className="text-end">{m.year_end_move()}</span>
        <span className="text-end">{m.year_end_repeat()}</span>
      </div>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list">
        {classes.map((one) => (
          <YearEndClassRow
            key={one.id}
            of={one}
            classes={classes}
            next={nextOf(one)}
            repeats={repeats}
            isOpen={open === one.id && nextOf(one) !== 'stay'}
            onNext={(to) => onNext(one.id, to)}
            onOpen={() => setOpen(open === one.id ? undefined : one.id)}
            onRepeat={(pupil, isRepeating) => onRepeat(one.id, pupil, isRepeating)}
          />
        ))}
      </ul>
    </div>
  )
}
