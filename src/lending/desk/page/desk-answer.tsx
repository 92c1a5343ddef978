import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { formatDay } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon, type IconName } from '#base/ui/icon.tsx'
import { panelClass, rowActionClass } from '#base/ui/panel.tsx'
import type { DeskBorrower, DeskNotice } from '../desk-parts.schema.ts'
import type { RenewAnswer, ScanAnswer } from '../desk.schema.ts'
import { DeskChoices } from './desk-choices.tsx'
import { actAndFocus } from './desk-field.tsx'
import { goOnOf } from '../queue/desk-refusal.ts'
import type { Desk } from '../queue/desk.ts'
import type { Happened } from '../queue/desk-state.ts'
import { UnknownActions } from './unknown-actions.tsx'
import { foundText, happenedText, needsLook, noticeText, personText } from './desk-words.ts'

interface DeskAnswerProps {
  desk: Desk
  happened: Happened
  /** Who is open. */
  borrower: DeskBorrower | undefined
  /** The act that can be taken back here. */
  undo: string | undefined
}

/** What the last act came to: the book, a sentence, what the desk should know, and what can be done about it. */
export function DeskAnswer({ desk, happened, borrower, undo }: DeskAnswerProps) {
  const answer = happened.kind === 'scan' ? happened.answer : undefined
  const isLook = needsLook(happened)
  const icon: IconName = isLook ? 'alert' : answer?.result === 'returned' ? 'back' : 'check'
  const choices = answer?.choices
  return (
    <section className={`${panelClass} flex flex-wrap items-start gap-x-3.5 gap-y-2 ${isLook ? 'border-warning' : ''}`}>
      {choices ? null : answer?.book ? (
        <BookCover book={answer.book} className="w-10 flex-none" />
      ) : (
        <Icon name={icon} className={`mt-0.5 size-5 ${isLook ? 'text-warning' : 'text-success'}`} />
      )}
      <div className="min-w-0 flex-1 basis-48">
        {answer?.book && (
          <p dir="auto" className="leading-snug font-semibold break-words">
            {answer.book.title}
          </p>
        )}
        {choices && happened.kind === 'scan' ? (
          <ChoicesHead answer={happened.answer} name={happened.scan.code} borrower={borrower} />
        ) : (
          <p className={`break-words ${answer?.book ? 'text-sm text-muted' : 'font-medium'}`}>
            {happenedText(happened)}
          </p>
        )}
        {(answer?.notices ?? []).map((notice) => (
          <NoticeLine key={notice.code} notice={notice} />
        ))}
        {happened.kind === 'renewed' && <NotRenewed desk={desk} answer={happened.answer} />}
        {choices && <DeskChoices desk={desk} choices={choices} borrower={borrower} />}
      </div>
      <div className="flex flex-wrap gap-x-4 *:whitespace-nowrap">
        {happened.kind === 'scan' && (answer?.result === 'unknown' || isOfTitles(answer)) && (
          <UnknownActions desk={desk} scan={happened.scan} book={answer?.book} />
        )}
        {undo !== undefined && (
          <button type="button" className={rowActionClass} onClick={() => actAndFocus(() => desk.undo(undo))}>
            {m.desk_undo()}
          </button>
        )}
      </div>
    </section>
  )
}

const isOfTitles = (answer: ScanAnswer | undefined): boolean =>
  answer?.choices?.some(({ book }) => book !== undefined) ?? false

function NoticeLine({ notice }: { notice: DeskNotice }) {
  return <p className="mt-1 text-sm font-semibold break-words text-warning">{noticeText(notice)}</p>
}

interface ChoicesHeadProps {
  answer: ScanAnswer
  /** What was typed. */
  name: string
  borrower: DeskBorrower | undefined
}

/** What the choices are, and how one is taken. */
function ChoicesHead({ answer, name, borrower }: ChoicesHeadProps) {
  const { choices = [], found } = answer
  if (isOfTitles(answer))
    return (
      <>
        <p className="break-words">
          <b className="font-semibold">{m.desk_no_name({ name })}</b> {m.desk_books_with()}
        </p>
        {choices.some(({ code }) => code !== '') && (
          <p className="text-sm text-muted">
            {borrower ? m.desk_digit_lends({ person: personText(borrower) }) : m.desk_digit_then_card()}
          </p>
        )}
      </>
    )
  if (found === undefined) return <p className="font-medium">{m.desk_choose()}</p>
  const withClass = choices.find(({ person }) => person?.group)?.person
  return (
    <>
      <p className="font-semibold">{foundText(found, choices.length)}</p>
      {found > choices.length && withClass?.group && (
        <p className="text-sm text-muted">
          {m.desk_found_class({ example: `${name} ${withClass.group}`.toLocaleLowerCase() })}
        </p>
      )}
    </>
  )
}

/** Which loans were not renewed, and why: with a way on where there is one. */
function NotRenewed({ desk, answer: { refused, unchanged, borrower } }: { desk: Desk; answer: RenewAnswer }) {
  const titleOf = (loanId: string): string => borrower.loans.find(({ id }) => id === loanId)?.book.title ?? ''
  return (
    <ul className="mt-1">
      {unchanged.map(({ loanId, dueOn }) => (
        <li key={loanId} className="text-sm break-words text-muted">
          {m.desk_renew_same({ title: titleOf(loanId), day: formatDay(dueOn) })}
        </li>
      ))}
      {refused.map(({ loanId, notices }) => (
        <li key={loanId} className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line py-1">
          <div className="min-w-0">
            <p dir="auto" className="font-medium break-words">
              {m.desk_renew_refused({ title: titleOf(loanId) })}
            </p>
            {notices.map((notice) => (
              <NoticeLine key={notice.code} notice={notice} />
            ))}
          </div>
          {goOnOf(notices) === 'yes' ? (
            <button
              type="button"
              className={rowActionClass}
              aria-label={`${m.desk_go_on()}: ${titleOf(loanId)}`}
              onClick={() =>
                actAndFocus(() =>
                  desk.renew(
                    loanId,
                    notices.map(({ code }) => code),
                  ),
                )
              }
            >
              {m.desk_go_on()}
            </button>
          ) : (
            goOnOf(notices) === 'admin' && <span className="text-sm text-muted">{m.desk_needs_admin()}</span>
          )}
        </li>
      ))}
    </ul>
  )
}
