import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { UNDO_TIME } from '#kit/activity/undo/undo.data.ts'
import { undoAct } from '#lending/desk/desk.data.ts'
import { returnClassSet } from '#lending/desk/desk.data.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { LoseLoan } from '#lending/loan/shared/lose-loan.tsx'
import { SettleLoan } from '#lending/loan/shared/settle-loan.tsx'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { formatDate, formatDay, formatNumber, formatValues } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Badge } from '#base/ui/badge.tsx'
import { Button } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { classSetQuery } from './class-set.data.ts'
import type { SetCopy, WholeSet } from './class-set.schema.ts'
import { backText, takerText } from './class-set-words.ts'
import { CopyTicks } from './copy-ticks.tsx'
import { MoveClassSet } from './move-class-set.tsx'

/** A class set: what is out comes back here, scanned or ticked, and what is missing is named. */
export function ClassSetPage({ id, timeZone }: { id: string; timeZone: string }) {
  const { data: set } = useSuspenseQuery(classSetQuery(id))
  const out = set.copies.filter(({ state }) => state === 'out')
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  // What another desk has taken back meanwhile is not ticked any more.
  const chosen = new Set(out.flatMap(({ loanId }) => (ticked.has(loanId) ? [loanId] : [])))
  const refresh = useRefreshLending()
  const undo = useAction((actId: string) => undoAct({ data: { actId: newActId(), undoes: actId } }), {
    refresh,
    success: m.undo_done(),
    failure: m.undo_failed(),
  })
  const bringBack = useAction(
    async () => {
      const answer = await returnClassSet({ data: { actId: newActId(), setId: id, loanIds: [...chosen] } })
      await refresh()
      setTicked(new Set())
      const { count, missing, name, actId, notices } = answer
      void toast({
        type: 'success',
        title: m.class_set_returned({ count, shown: formatNumber(count), name: isolated(name) }),
        description: [
          missing.length === 0 ? m.class_set_all_back() : m.class_set_out({ shown: formatNumber(missing.length) }),
          ...notices.map(({ person, day }) =>
            m.desk_notice_put_aside({
              person: person?.name ?? m.desk_somebody(),
              day: day === null ? '' : formatDay(day),
            }),
          ),
        ].join(' '),
        duration: UNDO_TIME,
        action: { label: m.books_undo(), onClick: () => void undo.run(actId) },
      })
    },
    { failure: m.copy_not_saved() },
  )
  return (
    <ManagerPage
      title={set.title}
      trail={<ListBackLink to="/manager/class-sets" label={m.class_set_list()} />}
      badge={out.length > 0 && <Badge look="accent">{m.class_set_out({ shown: formatNumber(out.length) })}</Badge>}
      actions={
        out.length > 0 && (
          <>
            <MoveClassSet id={id} dueOn={set.dueOn} />
            <Button
              {...blockedInDemo}
              isBusy={bringBack.isBusy}
              aria-disabled={chosen.size === 0 || undefined}
              onClick={() => chosen.size > 0 && void bringBack.run()}
            >
              {chosen.size === 0
                ? m.class_set_return()
                : m.class_set_return_count({ count: chosen.size, shown: formatNumber(chosen.size) })}
            </Button>
          </>
        )
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        {out.length > 0 ? (
          <CopyTicks
            copies={out.map((one) => ({
              id: one.loanId,
              number: one.number,
              isOpen: true,
              state: <OutState copy={one} set={set} />,
            }))}
            chosen={chosen}
            onChoose={setTicked}
            all={m.class_set_all_out({ shown: formatNumber(out.length) })}
            refusal={(code) => m.class_set_not_out({ code: isolated(code) })}
          />
        ) : (
          <Panel>
            <p className="text-muted">{m.class_set_all_back()}</p>
          </Panel>
        )}
        <div className="grid gap-4">
          <Facts set={set} out={out} timeZone={timeZone} />
          <LostCopies set={set} />
        </div>
      </div>
    </ManagerPage>
  )
}

function OutState({ copy: { loanId, copyId, day, isLate }, set }: { copy: SetCopy; set: WholeSet }) {
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-4">
      <span className={isLate ? 'font-semibold text-danger' : 'text-muted'}>
        {isLate ? m.borrower_was_due({ day: formatDay(day) }) : m.borrower_due({ day: formatDay(day) })}
      </span>
      <LoseLoan name={takerText(set)} loan={{ id: loanId, book: set, copy: { id: copyId } }} />
    </span>
  )
}

function Facts({ set, out, timeZone }: { set: WholeSet; out: readonly SetCopy[]; timeZone: string }) {
  const taker = takerText(set)
  return (
    <Panel>
      <h2 className="text-lg">
        {set.borrowerId === null ? (
          <bdi>{taker}</bdi>
        ) : (
          <Link to="/manager/borrowers/$id" params={{ id: set.borrowerId }} className="hover:underline">
            <bdi>{taker}</bdi>
          </Link>
        )}
      </h2>
      <dl className="mt-1.5">
        {[
          [m.loan_lent_at(), formatDate(set.lentAt, timeZone)] as const,
          [m.overdue_due(), set.dueOn === null ? m.class_set_all_back() : formatDay(set.dueOn)] as const,
          [m.class_set_back(), backText(set)] as const,
        ].map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2">
            <dt className="text-muted">{label}</dt>
            <dd className={label === m.overdue_due() && set.isLate ? 'font-semibold text-danger' : 'font-medium'}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {out.length > 0 && out.length < set.total && (
        <p className="border-t border-line pt-2 break-words text-warning">
          {m.class_set_out_numbers({ numbers: formatValues(out.map(({ number }) => isolated(number))) })}
        </p>
      )}
      <Link
        to="/manager/books/$id"
        params={{ id: set.bookId }}
        className="mt-1 inline-flex min-h-11 items-center text-sm font-medium text-accent hover:underline"
      >
        {m.class_set_book()}
      </Link>
    </Panel>
  )
}

/** The lost copies of a set that are owed, each with the ways to settle it. */
function LostCopies({ set }: { set: WholeSet }) {
  const owed = set.copies.filter(({ state }) => state === 'owed')
  const count = owed.length
  if (count === 0) return null
  return (
    <Panel title={m.borrower_owes_title({ count, shown: formatNumber(count) })} className="border-danger!">
      {owed.map(({ loanId, number, day }) => (
        <div key={loanId} className="border-line py-2 not-first:border-t">
          <p className="flex flex-wrap justify-between gap-x-4">
            <bdi dir="ltr" className="font-mono text-sm">
              {number}
            </bdi>
            <span className="text-sm font-semibold text-danger">{m.borrower_lost_on({ day: formatDay(day) })}</span>
          </p>
          <SettleLoan loan={{ id: loanId, book: set }} />
        </div>
      ))}
    </Panel>
  )
}
