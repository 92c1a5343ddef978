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
        <ul role="list" className="mt-3 overflow-hidden tall:mt-5 rounded-lg border border-line bg-raised">
          {acts.toReversed().map((act, at) => (
            <Act key={act.actId} act={act} isLatest={at === 0} />
          ))}
        </ul>
      )}
      <p className="mt-4 text-base text-pretty text-muted sm:text-lg upright:mt-6 upright:sm:text-xl">
        {m.corner_have({ have: formatNumber(have), most: formatNumber(most) })}
      </p>
      <div className="bottom-0 mt-auto flex flex-wrap items-center gap-x-8 gap-y-2 bg-paper py-2 tall:sticky tall:py-4 sideways:sticky upright:py-8">
        <Button
          className="min-h-12 px-16 text-xl max-sm:w-full tall:min-h-14 tall:sm:min-h-16 sm:min-w-64 upright:sm:min-h-24 upright:sm:min-w-72 upright:sm:text-2xl"
          onClick={onDone}
        >
          {m.desk_done()}
        </Button>
        <p className="min-w-0 flex-1 basis-64 text-base text-pretty text-muted sm:text-lg upright:sm:text-xl">
          {m.corner_ends({ count: seconds, shown: formatNumber(seconds) })}
        </p>
      </div>
    </>
  )
}

/** What was done with a book: until when it is lent, or that it is back. */
export const doneText = ({ dueOn }: Pick<CornerAct, 'dueOn'>): string =>
  dueOn === null ? m.corner_back() : m.own_yours_until({ day: formatNearDay(dueOn) })

function Act({ act: { book, dueOn }, isLatest }: { act: CornerAct; isLatest: boolean }) {
  return (
    <li
      className={`flex items-center gap-x-4 border-t border-line px-4 py-3 first:border-t-0 sm:gap-x-7 sm:px-7 upright:sm:py-5 ${isLatest && dueOn !== null ? 'bg-success/10' : ''}`}
    >
      <BookCover book={book} className="w-12 flex-none upright:sm:w-20" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-56">
          <p
            dir="auto"
            className="line-clamp-2 font-serif text-lg leading-tight font-semibold break-words sm:text-2xl upright:sm:text-3xl"
          >
            {book.title}
          </p>
          <p dir="auto" className="line-clamp-1 text-sm text-muted sm:text-base upright:sm:text-lg">
            {book.author || m.book_unknown_author()}
          </p>
        </div>
        <p
          className={`flex items-center gap-2 font-semibold sm:text-lg upright:sm:gap-3 upright:sm:text-xl ${dueOn === null ? 'text-muted' : 'text-success'}`}
        >
          <Icon name={dueOn === null ? 'back' : 'check'} className="size-5 flex-none sm:size-6" />
          {doneText({ dueOn })}
        </p>
      </div>
    </li>
  )
}
