import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { bookQuery } from '#catalogue/book/book.data.ts'
import { conditionWord } from '#catalogue/book/copy-condition.words.ts'
import { copiesOfBookQuery } from '#lending/copy/copy.data.ts'
import type { Copy } from '#lending/copy/copy.schema.ts'
import { lendClassSet } from '#lending/desk/desk.data.ts'
import type { SetAnswer } from '#lending/desk/set/desk-set.schema.ts'
import { borrowerText } from '#lending/desk/shared/borrower-text.ts'
import { newActId } from '#lending/desk/shared/act-id.ts'
import { holdsOfBookQuery, loansOfBookQuery } from '#lending/loan/loan.data.ts'
import { useChoice } from '#lending/loan/shared/reserve-dialog.tsx'
import { useRefreshLending } from '#lending/loan/shared/use-refresh-lending.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { Form } from '#base/ui/form/form.tsx'
import { DateInput } from '#base/ui/form/inputs.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { Panel } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { CopyTicks, type TickedCopy } from './copy-ticks.tsx'
import { LentClassSet } from './lent-class-set.tsx'
import { takerOf, TakerChoice } from './taker-choice.tsx'

/** Lends copies of a book together: which ones, to which class or borrower, until when. */
export function ClassSetNewPage({ bookId }: { bookId: string }) {
  const { data: book } = useSuspenseQuery(bookQuery(bookId))
  const copies = useTickedCopies(bookId)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const free = copies.filter(({ isOpen }) => isOpen)
  const chosen = new Set(free.flatMap(({ id }) => (ticked.has(id) ? [id] : [])))
  const taker = useChoice()
  const [dueOn, setDueOn] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const [answer, setAnswer] = useState<SetAnswer>()
  const refresh = useRefreshLending()
  const lend = useAction(
    async (to: NonNullable<ReturnType<typeof takerOf>>) => {
      const data = { actId: newActId(), bookId, copyIds: [...chosen], ...to, ...(dueOn !== null && { dueOn }) }
      setAnswer(await lendClassSet({ data }))
      await refresh()
    },
    { failure: m.copy_not_saved() },
  )
  const trail = <ListBackLink to="/manager/class-sets" label={m.class_set_list()} />
  if (answer) return <LentClassSet answer={answer} trail={trail} onAgain={() => setAnswer(undefined)} />
  const submit = () => {
    const to = takerOf(taker.chosen?.id)
    setIsMissing(!to)
    if (to && chosen.size > 0) void lend.run(to)
  }
  return (
    <ManagerPage
      title={m.class_set_lend()}
      trail={trail}
      isForm
      actions={
        <Button {...blockedInDemo} isBusy={lend.isBusy} aria-disabled={chosen.size === 0 || undefined} onClick={submit}>
          {chosen.size === 0
            ? m.class_set_lend_none()
            : m.class_set_lend_count({ count: chosen.size, shown: formatNumber(chosen.size) })}
        </Button>
      }
    >
      <p dir="auto" className="mb-3 font-serif text-lg">
        {book.title}
      </p>
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1.4fr)_minmax(0,1fr)]">
        <CopyTicks
          copies={copies}
          chosen={chosen}
          onChoose={setTicked}
          all={m.class_set_all_free({ shown: formatNumber(free.length) })}
          refusal={(code, isOfBook) =>
            isOfBook ? m.class_set_not_free({ code: isolated(code) }) : m.class_set_unknown({ code: isolated(code) })
          }
        />
        <Panel>
          <Form
            isChanged={() => chosen.size > 0 || taker.text !== ''}
            onDiscard={() => setTicked(new Set())}
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              submit()
            }}
          >
            <TakerChoice choice={taker} error={isMissing && !taker.chosen ? m.class_set_for_missing() : undefined} />
            <div>
              <DateInput
                name="dueOn"
                label={m.overdue_due()}
                isOptional
                value={dueOn}
                error={undefined}
                readOnly={lend.isBusy}
                autoFocus={false}
                className=""
                onChange={setDueOn}
              />
              <p className="mt-2 text-sm text-muted">{m.class_set_due_hint()}</p>
            </div>
          </Form>
        </Panel>
      </div>
    </ManagerPage>
  )
}

/** The copies of a book that are still here, each with its state; those on the shelf can be ticked. */
function useTickedCopies(bookId: string): TickedCopy[] {
  const { data: copies = [] } = useQuery(copiesOfBookQuery(bookId))
  const { data: loans } = useQuery(loansOfBookQuery(bookId))
  const { data: holds } = useQuery(holdsOfBookQuery(bookId))
  const holders = new Map(loans?.items.map((one) => [one.copyId, one]))
  const aside = new Map(holds?.items.map((one) => [one.copyId, one]))
  return copies
    .filter(({ condition }) => condition !== 'withdrawn')
    .map((copy) => {
      const { id, number, dueOn } = copy
      const holder = holders.get(id)
      const isOpen = dueOn === null && !aside.has(id) && isLent(copy)
      const person = holder?.borrower ? borrowerText(holder.borrower, holder.group) : (holder?.group ?? '')
      const state =
        dueOn === null
          ? aside.has(id)
            ? m.copy_aside()
            : isLent(copy)
              ? m.copy_on_shelf()
              : conditionWord(copy.condition)
          : [person, m.copy_lent_until({ day: formatDay(dueOn) })].filter(Boolean).join(' · ')
      return {
        id,
        number,
        isOpen,
        state: <span className={isOpen ? 'font-semibold text-success' : 'text-muted'}>{state}</span>,
      }
    })
}

const isLent = ({ condition }: Copy): boolean => condition === 'ok' || condition === 'damaged'
