import { useState } from 'react'
import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { placeHold } from '#lending/loan/loan.data.ts'
import { formatDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { rowActionClass } from '#base/ui/panel.tsx'
import { useAction } from '#base/ui/use-action.ts'
import type { DeskBorrower, DeskChoice } from '../desk-parts.schema.ts'
import { useArmedChoice } from './armed-choice.ts'
import { AddCopy } from './add-copy.tsx'
import type { Desk } from '../queue/desk.ts'
import { BookText } from '../shared/book-text.tsx'
import { actAndFocus, DeskKey } from './desk-field.tsx'
import { personText } from './desk-words.ts'
import { useMayManage } from './use-may-manage.ts'

interface DeskChoicesProps {
  desk: Desk
  choices: readonly DeskChoice[]
  borrower: DeskBorrower | undefined
}

/** What a scan may mean: borrowers, books or copies, each taken by its digit or a press. */
export function DeskChoices({ desk, choices, borrower }: DeskChoicesProps) {
  const armed = useArmedChoice()
  return (
    <ol className="mt-2">
      {choices.map((choice, at) => (
        <li
          key={choice.code || choice.book?.id}
          className={`-mx-2 border-t border-line px-2 ${armed === at ? 'rounded-md bg-accent-soft' : ''}`}
        >
          {choice.code === '' ? (
            <OutOfReach desk={desk} choice={choice} borrower={borrower} />
          ) : (
            <button
              type="button"
              className="flex min-h-12 w-full items-center gap-3 py-1.5 text-start hover:bg-surface"
              onClick={() => actAndFocus(() => desk.choose(at))}
            >
              <DeskKey name={formatNumber(at + 1)} isOn={armed === at} />
              <ChoiceText choice={choice} isArmed={armed === at} />
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}

function ChoiceText({
  choice: { code, person, schoolNumber, copy, isOnLoan, book, free = 0, total = 0 },
  isArmed,
}: {
  choice: DeskChoice
  isArmed: boolean
}) {
  if (person)
    return (
      <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
        <bdi className="min-w-0 flex-1 basis-40 font-semibold break-words">{person.name}</bdi>
        <span className="w-20 flex-none break-words">
          <bdi>{person.group}</bdi>
        </span>
        <span className="w-28 flex-none text-end font-mono text-[0.8125rem] text-muted">
          <bdi className="block">{person.card}</bdi>
          {schoolNumber && <bdi className="block font-sans">{m.desk_school_number({ number: schoolNumber })}</bdi>}
        </span>
      </span>
    )
  if (book)
    return (
      <>
        <BookCover book={book} className="w-8 flex-none" />
        {/* Below the title where both do not fit: one chooses by the title. */}
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
          <BookText book={book} />
          <span className="text-sm sm:max-w-36 sm:text-end">
            <span className="block font-semibold text-success">
              {m.desk_free_of({ free: formatNumber(free), total: formatNumber(total) })}
            </span>
            {isArmed && <span className="block text-muted">{m.desk_armed()}</span>}
          </span>
        </span>
      </>
    )
  return (
    <>
      <bdi className="font-mono font-semibold">{code}</bdi>
      <bdi className="text-sm text-muted">
        {[copy?.location, isOnLoan ? m.desk_on_loan() : ''].filter(Boolean).join(' · ')}
      </bdi>
    </>
  )
}

/** A book that has no copy on the shelf: when one is back, or that it has none yet. */
function OutOfReach({
  desk,
  borrower,
  choice: { book, total = 0, backOn },
}: Omit<DeskChoicesProps, 'choices'> & { choice: DeskChoice }) {
  const mayManage = useMayManage()
  const [isAdding, setIsAdding] = useState(false)
  const reserve = useAction(
    async (input: { bookId: string; borrowerId: string }) => {
      await placeHold({ data: input })
      if (borrower) desk.scan({ text: borrower.card })
    },
    { ...(borrower && { success: m.desk_reserved({ person: personText(borrower) }) }), failure: m.own_not_reserved() },
  )
  if (!book) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 py-1.5 text-muted">
      <span aria-hidden="true" className="w-6 flex-none" />
      <BookCover book={book} className="w-8 flex-none" />
      <BookText book={book} />
      <span className="text-sm">
        {total === 0 ? m.desk_no_copies() : backOn ? m.own_back_on({ day: formatDay(backOn) }) : m.desk_none_free()}
      </span>
      {total > 0 && mayManage && borrower && (
        <button
          type="button"
          className={rowActionClass}
          aria-label={m.desk_reserve_of({ title: book.title, person: personText(borrower) })}
          onClick={() => actAndFocus(() => void reserve.run({ bookId: book.id, borrowerId: borrower.id }))}
        >
          {m.own_reserve()}
        </button>
      )}
      {total === 0 && mayManage && (
        <button type="button" className={rowActionClass} onClick={() => setIsAdding(true)}>
          {m.desk_add_copy()}
        </button>
      )}
      <AddCopy desk={desk} book={book} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </div>
  )
}
