import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { installationQuery, useIsLending } from '#kit/installation/installation.data.ts'
import type { Book } from '#catalogue/book/book.schema.ts'
import { formatDate, formatDay, formatNumber } from '#base/i18n/format.ts'
import { isolated } from '#base/i18n/isolated.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { inTime } from '#base/lib/connection/check-connection.ts'
import { connectionLostSince } from '#base/lib/connection/connection.ts'
import { isUuid } from '#base/lib/uuid.ts'
import { useConnectionLost } from '#base/ui/state/use-connection-lost.ts'
import { bookLendingQuery, ownLoansQuery } from '../own/own-loan.data.ts'
import { isWaitedFor } from '../own/own-loan-state.ts'
import type { LendingOfBook, OwnLoans } from '../own/own-loan.schema.ts'
import { OwnAct } from './own-act.tsx'
import { dueWord, holdWord, OwnRenewal } from './own-state.tsx'

interface BookLendingProps {
  book: Pick<Book, 'id' | 'title' | 'shelfMark'>
  timeZone: string
}

/** Milliseconds that the page of a book waits in the browser for what is said of its copies. */
const WAIT = 1000

/** Loads what a reader sees of the copies of a book: optional, and only a page on the server waits for all of it. */
export async function loadBookLending({ queryClient, id }: { queryClient: QueryClient; id: string }): Promise<void> {
  if (!queryClient.getQueryData(installationQuery.queryKey)?.isLending) return
  // An address without the id of a book shows another page, which has no copies.
  if (connectionLostSince() || !isUuid(id)) return
  const loaded = queryClient.query(bookLendingQuery(id)).catch(() => undefined)
  if (typeof document === 'undefined') await loaded
  else await Promise.race([inTime(loaded).catch(() => undefined), new Promise((resolve) => setTimeout(resolve, WAIT))])
}

/** On the reader's page of a book: whether and where there is a copy, and the reader's own loan or reservation. */
export function BookLending(props: BookLendingProps) {
  return useIsLending() ? <LendingCards {...props} /> : null
}

function LendingCards({ book, timeZone }: BookLendingProps) {
  const { data, dataUpdatedAt } = useQuery(bookLendingQuery(book.id))
  const mine = useQuery({ ...ownLoansQuery, enabled: false })
  const isLost = useConnectionLost() !== undefined
  // Without a connection and an answer about the book: what is known of the reader's own loans and reservations.
  const own = data ? data.own : isLost ? ofBook(mine.data, book.id) : null
  const { loans = [], hold = null } = own ?? {}
  const { title } = book
  // What was so when the server answered last.
  const day = formatDate(new Date(data ? dataUpdatedAt : mine.dataUpdatedAt), timeZone)
  const known = (state: string): string => (isLost ? m.own_known({ day, state }) : state)
  // Who has the book, or for whom it is put aside, need not hear when it comes back.
  const isMine = loans.length > 0 || (hold !== null && hold.readyUntil !== null)
  const ofLibrary = data && data.total > 0 && (data.free > 0 || !isMine) ? data : undefined
  if (!ofLibrary && !hold && loans.length === 0) return null
  return (
    // Where a keyboard goes on when a button is gone.
    <div tabIndex={-1} className="mb-6 grid gap-3">
      {loans.map((loan) => (
        <Card
          key={loan.id}
          look={loan.isLate ? 'late' : 'own'}
          title={known(dueWord(loan))}
          facts={[m.own_copy({ number: loan.number })]}
        >
          {!isLost && <OwnRenewal loan={loan} title={title} />}
        </Card>
      ))}
      {hold && (
        <Card look="own" title={known(holdWord(hold))} facts={[]}>
          {!isLost && <OwnAct act="cancel" id={hold.id} title={title} />}
        </Card>
      )}
      {ofLibrary && (
        <Card
          look={ofLibrary.free > 0 ? 'free' : 'out'}
          title={known(stateWord(ofLibrary))}
          facts={factsOf(ofLibrary, book.shelfMark)}
        >
          {!isLost && <Reserving lending={ofLibrary} book={book} />}
        </Card>
      )}
    </div>
  )
}

/** The button that reserves a book of which no copy is free, or why there is none. */
function Reserving({ lending, book: { id, title } }: { lending: LendingOfBook; book: Pick<Book, 'id' | 'title'> }) {
  const reserving = lending.own?.reserving ?? (isWaitedFor(lending) ? 'unlinked' : 'none')
  if (reserving === 'none') return null
  if (reserving === 'possible') return <OwnAct act="reserve" id={id} title={title} />
  return <p className="text-sm text-muted">{WHY_NOT[reserving]()}</p>
}

const WHY_NOT = { blocked: m.error_NOTHING_LENT, limit: m.error_HOLD_LIMIT, unlinked: m.own_reserve_unlinked }

/** The own loans and reservation of a book, of all that are known. */
const ofBook = (own: OwnLoans | null | undefined, bookId: string): LendingOfBook['own'] =>
  own
    ? {
        loans: own.loans.filter(({ book }) => book.id === bookId),
        hold: own.holds.find(({ book }) => book.id === bookId) ?? null,
        reserving: 'none',
      }
    : null

const stateWord = ({ free, isOnLoan, backOn, isAside }: LendingOfBook): string => {
  if (free > 0) return m.own_on_shelf()
  if (backOn !== null) return m.own_back_on({ day: formatDay(backOn) })
  if (isOnLoan) return m.own_on_loan()
  return isAside ? m.own_aside() : m.own_reference()
}

/** Where it stands, how many there are and how many wait. */
function factsOf({ places, free, total, waiting }: LendingOfBook, shelfMark: string): string[] {
  const copies = m.own_copies({ free: formatNumber(free), count: total, shown: formatNumber(total) })
  const holds = waiting > 0 ? [m.own_waiting({ count: waiting, shown: formatNumber(waiting) })] : []
  return [
    ...(shelfMark ? [shelfMark] : []),
    ...places.map((place) => m.own_place({ place: isolated(place) })),
    copies,
    ...holds,
  ]
}

const LOOKS = {
  free: { card: 'bg-success/10', title: 'text-success', icon: 'check' },
  out: { card: 'bg-surface', title: '', icon: 'clock' },
  own: { card: 'bg-accent-soft', title: 'text-accent', icon: 'clock' },
  late: { card: 'bg-surface', title: 'text-danger', icon: 'alert' },
} as const

interface CardProps {
  look: keyof typeof LOOKS
  title: string
  facts: readonly string[]
  children?: ReactNode
}

function Card({ look, title, facts, children }: CardProps) {
  const { card, title: color, icon } = LOOKS[look]
  return (
    <div
      tabIndex={-1}
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 rounded-md border border-line px-4.5 py-3.5 ${card}`}
    >
      <span className={color}>
        <Icon name={icon} />
      </span>
      <div className="min-w-[min(11.5rem,100%)] flex-1">
        <p className={`font-semibold ${color}`}>{title}</p>
        {facts.length > 0 && (
          <p className="text-[0.9375rem] break-words text-muted">
            {facts.map((fact, at) => (
              <span key={fact}>
                {at > 0 && ' · '}
                <bdi>{fact}</bdi>
              </span>
            ))}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
