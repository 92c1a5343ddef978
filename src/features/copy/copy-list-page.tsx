import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { borrowerText } from '#features/borrower/shared/borrower-text.ts'
import { listWords } from '#features/noun/shared/list-words.ts'
import { formatDate, formatDay } from '#i18n/format.ts'
import { m } from '#i18n/paraglide/messages.js'
import { buttonClass } from '#ui/button.tsx'
import { HighlightedText } from '#ui/list/highlighted-text.tsx'
import { ListPage } from '#ui/list/list-page.tsx'
import { rowKey } from '#ui/list/use-list-keys.ts'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { copiesQuery, copiesTotalQuery, placesQuery } from './copy.data.ts'
import { COPY_CONDITIONS, type CopiesSearch } from './copy-search.schema.ts'
import type { CopyRow } from './copy.schema.ts'
import { conditionWord, copyFields } from './copy.words.ts'

/** The copies of all books: search, filters by state and place, and who has one or owes it. */
export function CopyListPage({ search, timeZone }: { search: CopiesSearch; timeZone: string }) {
  const places = useQuery(placesQuery).data ?? []
  const [number, place, state] = [copyFields.number.label(), copyFields.location.label(), copyFields.condition.label()]
  return (
    <ListPage
      to="/manager/copies"
      words={{
        ...listWords(),
        title: m.copy_list(),
        search: m.copy_search(),
        searchPlaceholder: m.copy_search(),
        showAll: m.copy_show_all(),
      }}
      params={search}
      query={copiesQuery}
      count={copiesTotalQuery}
      none={
        <EmptyState
          title={m.copy_list_none()}
          text={m.copy_list_none_text()}
          action={
            <Link to="/manager/books" className={buttonClass()}>
              {m.books_empty_action()}
            </Link>
          }
        />
      }
      filters={[
        {
          name: 'condition',
          value: search.condition,
          label: state,
          all: m.copy_condition_all(),
          options: [
            { value: 'onLoan', label: m.copy_on_loan() },
            ...COPY_CONDITIONS.map((value) => ({ value, label: conditionWord(value) })),
          ],
        },
        {
          name: 'location',
          value: search.location,
          label: place,
          all: m.copy_location_all(),
          options: places.map((value) => ({ value, label: value })),
          wordOf: (value) => value,
          isForDesk: true,
        },
      ]}
      orders={[
        { value: 'number', label: number },
        { value: 'number-desc', label: m.list_sort_reversed({ order: number }) },
        { value: 'added', label: m.noun_added() },
        { value: 'added-asc', label: m.list_sort_oldest() },
      ]}
      columns={[
        { sorts: [{ label: number, ascending: 'number', descending: 'number-desc' }] },
        { label: m.hold_book() },
        { label: place },
        { label: state },
        { label: m.copy_with() },
        { label: m.copy_last_seen() },
      ]}
      rowClass="grid items-center gap-x-4 px-4 max-lg:grid-cols-2 max-lg:py-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,5fr)_minmax(0,2fr)_minmax(0,3fr)_minmax(0,3fr)_minmax(0,2fr)]"
      renderRow={(copy, { searchTerm }) => <Cells copy={copy} searchTerm={searchTerm} timeZone={timeZone} />}
      print={[
        { name: number, show: (copy) => copy.number },
        { name: m.hold_book(), show: (copy) => copy.title },
        { name: place, show: (copy) => copy.location },
        { name: state, show: stateWord },
        { name: m.copy_with(), show: holderWord },
        { name: m.copy_last_seen(), show: (copy) => seenWord(copy, timeZone) },
      ]}
    />
  )
}

/** The state of a copy, or until when it is lent. */
const stateWord = ({ condition, dueOn }: CopyRow): string =>
  dueOn === null ? conditionWord(condition) : m.copy_lent_until({ day: formatDay(dueOn) })

const holderWord = ({ borrower, group, isOwed }: CopyRow): string => {
  const person = borrower === null ? '' : borrowerText(borrower, group)
  return isOwed ? m.copy_owed_by({ person }) : person
}

const seenWord = ({ lastSeenAt }: CopyRow, timeZone: string): string =>
  lastSeenAt ? formatDate(lastSeenAt, timeZone) : ''

const CELL = 'min-w-0 text-[0.8125rem] break-words text-muted'

function Cells({ copy, searchTerm, timeZone }: { copy: CopyRow; searchTerm: string; timeZone: string }) {
  const holder = holderWord(copy)
  return (
    <>
      <span role="cell" className="min-w-0">
        <Link
          {...rowKey('open')}
          to="/manager/books/$id"
          params={{ id: copy.bookId }}
          className="font-mono text-sm font-semibold outline-none after:absolute after:inset-0"
        >
          <bdi dir="ltr" className="break-words">
            <HighlightedText text={copy.number} searchTerm={searchTerm} />
          </bdi>
        </Link>
      </span>
      <span role="cell" className="min-w-0 break-words max-lg:col-span-2">
        <span dir="auto" className="block leading-snug font-semibold">
          {copy.title}
        </span>
        <span dir="auto" className="block text-[0.8125rem] text-muted">
          {copy.author}
        </span>
      </span>
      <span role="cell" dir="auto" className={CELL}>
        <HighlightedText text={copy.location} searchTerm={searchTerm} />
      </span>
      <span role="cell" className={copy.condition === 'lost' ? 'text-sm font-semibold text-danger' : CELL}>
        {stateWord(copy)}
      </span>
      <span role="cell" className={copy.isOwed ? 'min-w-0 text-sm break-words text-danger' : CELL}>
        {holder}
      </span>
      <span role="cell" className={CELL}>
        {seenWord(copy, timeZone)}
      </span>
    </>
  )
}
