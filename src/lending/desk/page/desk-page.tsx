import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatDateTime, formatWeekday } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from '#base/ui/button.tsx'
import { CameraScan } from '#base/ui/camera/camera-scan.tsx'
import { CheckBox } from '#base/ui/check-box.tsx'
import { PrintTable } from '#base/ui/list/print/print-table.tsx'
import { usePrint } from '#base/ui/list/print/use-print.ts'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { useInBrowser } from '#base/ui/use-in-browser.ts'
import { deskDayQuery, FEED, WHOLE_DAY } from '../desk.data.ts'
import { deskActions, deskNotices } from '../desk.slots.ts'
import type { DeskDay } from '../desk.schema.ts'
import { DeskAnswer } from './desk-answer.tsx'
import { BorrowerPanel } from './borrower-panel.tsx'
import { countsText, DayPanel } from './day-panel.tsx'
import { actAndFocus, DeskField } from './desk-field.tsx'
import { isSoundOn, setSound, sound } from '../shared/desk-sound.ts'
import type { Desk } from '../queue/desk.ts'
import { actText, announcement, needsLook, noticeText } from './desk-words.ts'
import { NotLentPanel } from './not-lent-panel.tsx'
import { openDesk, theDesk } from './the-desk.ts'
import { useOpenRefusals } from './use-open-refusals.ts'
import { Waiting } from './waiting.tsx'

/** The desk: one field that lends and returns, what was not lent, the open borrower, and the day. */
export function DeskPage({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient()
  const [desk] = useState(theDesk)
  const state = useSyncExternalStore(desk.watch, desk.state, desk.state)
  const { borrower, happened, mode, waiting, done } = state
  const [limit, setLimit] = useState(FEED)
  const query = useQuery(deskDayQuery(limit))
  const day = query.data
  const print = usePrint(rowsOf(day), async () => rowsOf(await queryClient.query(deskDayQuery(WHOLE_DAY))))
  const refusals = useOpenRefusals(day, query.dataUpdatedAt, state.refused)
  useEffect(
    () =>
      openDesk(desk, {
        onDone: () => void queryClient.invalidateQueries({ queryKey: ['desk'] }),
        onHappened: (one) => sound(needsLook(one) ? 'look' : 'done'),
      }),
    [desk, queryClient],
  )
  useStay(waiting > 0 && !state.isKept)
  useOpened(desk)

  const scanned = happened?.kind === 'scan' ? happened.answer : undefined
  const isDone = scanned !== undefined && done[0] === scanned.actId
  const isInList = isDone && borrower?.loans.some(({ id }) => id === scanned.loan?.id)
  const latest = isInList && scanned.loan ? { loanId: scanned.loan.id, actId: scanned.actId } : undefined
  const isPlain = scanned?.result === 'borrower' || (scanned?.result === 'lent' && scanned.notices.length === 0)
  // A refused scan stands in the list of what was not lent.
  const isListed = scanned?.result === 'refused'
  const hasChoices = scanned?.choices !== undefined
  const answer = happened && !(isPlain && borrower) && !isListed && (
    <DeskAnswer
      desk={desk}
      happened={happened}
      borrower={borrower}
      undo={isDone && latest === undefined ? scanned.actId : undefined}
    />
  )
  return (
    <ManagerPage
      title={m.desk_title()}
      badge={
        <span className="text-muted max-md:hidden">
          {day && formatWeekday(new Date(`${day.day}T00:00:00Z`), 'UTC')}
        </span>
      }
      actions={
        <>
          <Waiting {...state} />
          <SoundSwitch />
          <deskActions.Parts isWaiting={waiting > 0} />
          <button
            type="button"
            aria-disabled={print.isBusy || undefined}
            className={buttonClass('second', 'max-md:hidden')}
            onClick={print.start}
          >
            {m.desk_print_day()}
          </button>
        </>
      }
    >
      {day && (
        <PrintTable
          items={print.items ?? []}
          total={print.items?.length ?? 0}
          searchTerm=""
          filters={[formatWeekday(new Date(`${day.day}T00:00:00Z`), 'UTC'), countsText(day)]}
          columns={[
            { name: m.book_title(), show: ({ title, number }) => title ?? number ?? '' },
            { name: m.desk_act(), show: (act) => [actText(act), ...act.notices.map(noticeText)].join(' · ') },
            { name: m.copy_number(), show: ({ number }) => number ?? '' },
            { name: m.desk_time(), show: ({ at }) => formatDateTime(at, timeZone) },
          ]}
        />
      )}
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <DeskField desk={desk} state={state} onGoOn={refusals.goOnFirst(desk)} />
        <CameraScan className="max-sm:grow sm:min-h-18" onCode={(text) => desk.scan({ text: text.slice(0, 200) })} />
      </div>
      <p aria-live="polite" className="sr-only">
        {happened && announcement(happened)}
      </p>
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)] print:hidden">
        <div className="grid grid-cols-1 gap-4">
          <deskNotices.Parts />
          {mode === 'return' && (
            <div className="flex flex-wrap items-center gap-x-4 rounded-md border border-warning bg-raised px-4.5 py-2">
              <p className="flex-1">
                <b className="font-semibold">{m.desk_return_only()}</b>{' '}
                <span className="text-sm text-muted">{m.desk_return_only_text()}</span>
              </p>
              <button type="button" className={buttonClass('second')} onClick={() => desk.setMode('lend')}>
                {m.desk_done()}
              </button>
            </div>
          )}
          {/* What is to be chosen stands where one looks; else what was not lent does. */}
          {hasChoices && answer}
          <NotLentPanel desk={desk} refusals={refusals} notDone={state.notDone} />
          {!hasChoices && answer}
          {borrower && <BorrowerPanel desk={desk} borrower={borrower} latest={latest} />}
        </div>
        <DayPanel desk={desk} timeZone={timeZone} limit={limit} onAll={() => setLimit(WHOLE_DAY)} />
      </div>
    </ManagerPage>
  )
}

/** Opens the borrower whose page led here. */
function useOpened(desk: Desk): void {
  const start = useLocation({ select: ({ state }) => state.borrower })
  const card = start && 'card' in start ? start.card : undefined
  const navigate = useNavigate()
  useEffect(() => {
    if (card === undefined) return
    desk.scan({ text: card })
    // Opened once: after a reload the next book would be lent to whom it is not for.
    void navigate({ to: '/manager/desk', replace: true, resetScroll: false })
  }, [desk, card, navigate])
}

/** The acts of a day on paper, without those that were taken back. */
const rowsOf = (day: DeskDay | undefined) =>
  (day?.acts ?? []).filter(({ isUndone }) => !isUndone).map((act) => ({ ...act, id: act.actId }))

function SoundSwitch() {
  const wasOn = useInBrowser(isSoundOn, true)
  const [chosen, setChosen] = useState<boolean>()
  return (
    <label className="flex min-h-11 items-center gap-2 text-sm font-medium">
      <CheckBox
        checked={chosen ?? wasOn}
        className="size-5 flex-none accent-accent"
        onChange={({ target }) => {
          setChosen(target.checked)
          actAndFocus(() => setSound(target.checked))
        }}
      />
      {m.desk_sound()}
    </label>
  )
}

/** Asks before the page is left while acts wait that are not on the disk, since they would be lost. */
function useStay(isWaiting: boolean): void {
  useEffect(() => {
    if (!isWaiting) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isWaiting])
}
