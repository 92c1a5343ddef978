import { Link } from '@tanstack/react-router'
import { BookCover } from '#features/book/shared/cover/book-cover.tsx'
import { m } from '#i18n/paraglide/messages.js'
import { Icon, type IconName } from '#ui/icon.tsx'
import { panelClass, rowActionClass } from '#ui/panel.tsx'
import type { ScanAnswer } from '../desk.schema.ts'
import { readCode } from '../read-code.ts'
import { refusedOf, type Desk, type Happened } from './desk.ts'
import { actAndFocus, DeskKey } from './desk-field.tsx'
import { happenedText, needsLook, noticeText, personText } from './desk-words.ts'
import { useMayManage } from './use-may-manage.ts'

interface DeskAnswerProps {
  desk: Desk
  happened: Happened
  /** The act that can be taken back here. */
  undo: string | undefined
}

/** What the last act came to: the book, a sentence, what the desk should know, and what can be done about it. */
export function DeskAnswer({ desk, happened, undo }: DeskAnswerProps) {
  const answer = happened.kind === 'scan' ? happened.answer : undefined
  const isLook = needsLook(happened)
  const icon: IconName = isLook ? 'alert' : answer?.result === 'returned' ? 'back' : 'check'
  const canGoOn = refusedOf(happened) !== undefined
  const notices = [
    ...(answer?.notices ?? []),
    ...(happened.kind === 'renewed' ? happened.answer.refused.flatMap((one) => one.notices) : []),
  ]
  return (
    <section className={`${panelClass} flex flex-wrap items-start gap-x-3.5 gap-y-2 ${isLook ? 'border-warning' : ''}`}>
      {answer?.book ? (
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
        <p className={`break-words ${answer?.book ? 'text-sm text-muted' : 'font-medium'}`}>{happenedText(happened)}</p>
        {notices.map((notice, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two loans can have the same notice
          <p key={`${notice.code} ${at}`} className="mt-1 text-sm font-semibold text-warning">
            {noticeText(notice)}
          </p>
        ))}
        {answer?.choices && <Choices desk={desk} choices={answer.choices} />}
      </div>
      <div className="flex flex-wrap gap-x-4 *:whitespace-nowrap">
        {canGoOn && (
          <button type="button" className={rowActionClass} onClick={() => actAndFocus(() => desk.goOn())}>
            <span className="me-2">{m.desk_go_on()}</span>
            <span aria-hidden="true" className="max-md:hidden">
              <DeskKey name="F4" />
            </span>
          </button>
        )}
        {answer?.result === 'unknown' && happened.kind === 'scan' && (
          <Unknown code={happened.scan.code} book={answer.book} />
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

/** What an unknown scan may become, for who manages: a copy or an ISBN of a book, a new borrower with this card or name. */
export function Unknown({ code, book }: { code: string; book?: ScanAnswer['book'] }) {
  if (!useMayManage()) return null
  if (book)
    return (
      <Link to="/manager/books/$id" params={{ id: book.id }} className={rowActionClass}>
        {m.copy_new()}
      </Link>
    )
  const { text, isbn, isName } = readCode(code)
  if (isbn !== undefined)
    return (
      <Link to="/manager/books/new" className={rowActionClass}>
        {m.books_new()}
      </Link>
    )
  return (
    <>
      {!isName && (
        <Link to="/manager/books" className={rowActionClass}>
          {m.desk_add_to_book()}
        </Link>
      )}
      <Link
        to="/manager/borrowers/new"
        state={{ borrower: isName ? { name: text } : { card: text } }}
        className={rowActionClass}
      >
        {m.desk_make_borrower()}
      </Link>
    </>
  )
}

function Choices({ desk, choices }: { desk: Desk; choices: NonNullable<ScanAnswer['choices']> }) {
  return (
    <ol className="mt-2">
      {choices.map(({ code, person, copy, isOnLoan }, at) => (
        <li key={code}>
          <button
            type="button"
            className="flex min-h-11 w-full items-center gap-3 rounded-sm px-1 text-start hover:bg-surface"
            onClick={() => actAndFocus(() => desk.choose(at))}
          >
            <DeskKey name={String(at + 1)} />
            <bdi className="font-medium">{person ? personText(person) : code}</bdi>
            <span className="text-sm text-muted">
              <bdi>
                {person ? person.card : [copy?.location, isOnLoan ? m.desk_on_loan() : ''].filter(Boolean).join(' · ')}
              </bdi>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
