import { BookCover } from '#catalogue/book/shared/cover/book-cover.tsx'
import { formatNearDay, formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Button } from '#base/ui/button.tsx'
import { Icon } from '#base/ui/icon.tsx'
import type { CornerAct, CornerState } from '../corner.schema.ts'

interface CornerTurnProps {
  turn: NonNullable<CornerState['turn']>
  /** Seconds until it ends by itself. */
  seconds: number
  onDone: () => void
}

/** What the open borrower has done, and the way out. */
export function CornerTurn({ turn: { acts, have, most }, seconds, onDone }: CornerTurnProps) {
  return (
    <>
      {acts.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none
        <ul role="list" className="mt-8 overflow-hidden rounded-xl border border-line bg-raised">
          {acts.toReversed().map((act, at) => (
            <Act key={act.actId} act={act} isLatest={at === 0} />
          ))}
        </ul>
      )}
      <p className="mt-6 text-lg text-pretty text-muted sm:text-xl">
        {m.corner_have({ have: formatNumber(have), most: formatNumber(most) })}
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-x-8 gap-y-4 pt-10">
        <Button className="min-h-20 px-16 text-2xl max-sm:w-full sm:min-h-24 sm:min-w-72" onClick={onDone}>
          {m.desk_done()}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-lg text-pretty text-muted sm:text-xl">
          {m.corner_ends({ count: seconds, shown: formatNumber(seconds) })}
        </p>
      </div>
    </>
  )
}

function Act({ act: { book, dueOn }, isLatest }: { act: CornerAct; isLatest: boolean }) {
  return (
    <li
      className={`flex items-center gap-x-5 border-t border-line px-5 py-5 first:border-t-0 sm:gap-x-7 sm:px-7 ${isLatest && dueOn !== null ? 'bg-success/10' : ''}`}
    >
      <BookCover book={book} className="w-14 flex-none sm:w-20" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto" className="line-clamp-2 font-serif text-xl leading-tight font-semibold break-words sm:text-3xl">
            {book.title}
          </p>
          <p dir="auto" className="line-clamp-1 text-base text-muted sm:text-lg">
            {book.author || m.book_unknown_author()}
          </p>
        </div>
        <p
          className={`flex items-center gap-3 text-lg font-semibold sm:text-xl ${dueOn === null ? 'text-muted' : 'text-success'}`}
        >
          <Icon name={dueOn === null ? 'back' : 'check'} className="size-6 flex-none" />
          {dueOn === null ? m.corner_back() : m.own_yours_until({ day: formatNearDay(dueOn) })}
        </p>
      </div>
    </li>
  )
}
