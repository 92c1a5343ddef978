import { Link } from '@tanstack/react-router'
import { Suspense, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { lazyInBrowser } from '#base/ui/lazy-part.tsx'
import { GrowingList } from '#base/ui/list/growing-list.tsx'
import { ListBody } from '#base/ui/list/list-body.tsx'
import { ListStatus } from '#base/ui/list/list-status.tsx'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { rowActionClass } from '#base/ui/panel.tsx'
import { PrintTable } from '#base/ui/list/print/print-table.tsx'
import { useGrowingList } from '#base/ui/list/use-growing-list.ts'
import { usePrintedItems } from '#base/ui/list/print/use-printed-items.ts'
import { bookPrintColumns } from '../list/book-print.ts'
import { booksQuery, booksTotalQuery, wantsSimilar } from '../book.data.ts'
import { BookHit, HITS } from './book-hit.tsx'
import { BookTile, LIBRARY } from './book-tile.tsx'
import { EmptyLibrary } from './empty-library.tsx'
import { LetterRail } from './letter-rail.tsx'
import { ListControls } from './list-controls.tsx'
import { isLettered, readReaderSearch, type ReaderSearch } from './reader-search.schema.ts'
import { useOfflineResults } from './use-offline-results.ts'
import { PlainNextPage } from './without-script.ts'

const loadFewHits = async () => (await import('./few-hits.tsx')).FewHits
/** Loaded later in a browser, since few lists are short; the server renders it at once, for readers without script. */
const FewHits = import.meta.env.SSR ? await loadFewHits() : lazyInBrowser(loadFewHits)

interface BookResultsProps {
  params: ReaderSearch
  onChange: (next: Partial<ReaderSearch>) => void
}

/**
 * The results: covers of a list or hits of a search, with count, letters, 'Load more', and similar books for few hits.
 */
export function BookResults({ params, onChange }: BookResultsProps) {
  const search = readReaderSearch(params)
  const { filter, position } = search
  const wanted = { searchTerm: filter.searchTerm, letter: position.letter }
  const preview = useOfflineResults(search)
  const state = useGrowingList(wanted, booksQuery(filter, position), booksTotalQuery(filter, position), {
    preview,
    isPart: params.after !== undefined,
  })
  const { list, name } = state
  const { searchTerm, letter } = state.params
  const printedItems = usePrintedItems(list?.items ?? [])
  const bar = (status: ReactNode) => (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-3 pb-2.5 md:contents">
      {/* From tablet width on, next to the search field. */}
      <div className="ms-auto min-w-0 max-md:order-1 md:mt-4 md:justify-self-end">
        <ListControls params={params} onChange={onChange} />
      </div>
      {/* The status has a width of its own and two lines at most: on a phone it moves nothing while one types. */}
      <div className="flex min-w-0 flex-1 basis-28 flex-col gap-x-4 md:col-span-full md:flex-row md:items-center md:pt-2.5 md:pb-2.5">
        {status}
      </div>
    </div>
  )
  if (!list) {
    return (
      <>
        {bar(null)}
        <div className="mt-6">
          <LoadFailed title={m.books_load_failed()} query={state.query} />
        </div>
      </>
    )
  }

  const { items, total, hasMore } = list
  const count = items.length
  const isUnfiltered =
    position.letter === undefined && Object.values(filter).every((value) => value === undefined || value === '')
  if (count === 0 && isUnfiltered && !list.isStale) return <NoBooks />
  const { sort } = params
  const hasLetters = searchTerm === '' && (hasMore || position.letter !== undefined)
  return (
    <>
      {printedItems && (
        <PrintTable items={printedItems} total={total} searchTerm={searchTerm} columns={bookPrintColumns()} />
      )}
      {bar(
        <>
          <ListStatus count={count} total={total} searchTerm={searchTerm} from={letter} className="line-clamp-2" />
          {(letter ?? params.after) !== undefined && <FromBeginning params={params} />}
        </>,
      )}
      <div>
        {hasLetters && isLettered(sort) && (
          <LetterRail params={params} sort={sort} onPick={(next) => onChange({ letter: next })} />
        )}
        <ListBody
          list={list}
          isCounted
          isShort={!searchTerm}
          after={
            list.nextCursor !== null ? (
              <noscript>
                <PlainNextPage params={{ ...params, after: list.nextCursor }} />
              </noscript>
            ) : (
              (count === 0 || wantsSimilar({ searchTerm }, count, hasMore)) && (
                <Suspense>
                  <FewHits params={params} filter={filter} count={count} />
                </Suspense>
              )
            )
          }
        >
          {count > 0 && (
            <GrowingList
              items={items}
              keyOf={({ id }) => id}
              total={total}
              name={name}
              className={searchTerm ? HITS : LIBRARY}
            >
              {(book) =>
                searchTerm ? <BookHit book={book} searchTerm={searchTerm} /> : <BookTile isFromList book={book} />
              }
            </GrowingList>
          )}
        </ListBody>
      </div>
    </>
  )
}

function NoBooks() {
  return (
    <div className="mt-6 md:col-span-full">
      <EmptyLibrary />
    </div>
  )
}

function FromBeginning({ params }: { params: ReaderSearch }) {
  return (
    <Link
      to="/app/books"
      search={{ ...params, letter: undefined, after: undefined }}
      className={`${rowActionClass} -ms-2 -my-1 self-start md:-my-3`}
    >
      {m.books_from_beginning()}
    </Link>
  )
}
