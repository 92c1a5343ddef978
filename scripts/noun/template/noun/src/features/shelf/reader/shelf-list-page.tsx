import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { searchProblem } from '#lib/list/list-input.ts'
import { EmptyState } from '#ui/state/empty-state.tsx'
import { HighlightedText } from '#ui/list/highlighted-text.tsx'
import { ListBody } from '#ui/list/list-body.tsx'
import { ListStatus } from '#ui/list/list-status.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useGrowingList } from '#ui/list/use-growing-list.ts'
import { useSearchStep } from '#ui/list/use-search-step.ts'
import { LoadFailed } from '#ui/state/load-failed.tsx'
import { shelvesQuery, shelvesTotalQuery } from '../shelf.data.ts'
import type { ShelvesSearch } from '../shelf-search.schema.ts'

/** The reader's list: search, a link to each, 'Load more'. */
export function ShelfListPage({ search }: { search: ShelvesSearch }) {
  const navigate = useNavigate({ from: '/app/shelves/' })
  const { searchTerm } = search
  const step = useSearchStep(searchTerm)
  return (
    <main id="content" className="mx-auto w-full max-w-6xl px-5 pt-5 md:px-6 md:pt-8">
      <h1 className="text-[1.75rem] leading-tight">{m.shelf_list()}</h1>
      <div className="mt-3.5 mb-4 max-w-2xl">
        <SearchField
          value={searchTerm}
          label={m.shelf_search()}
          placeholder={m.shelf_search()}
          action="/app/shelves"
          onSearch={(next) =>
            startTransition(() => void navigate({ search: (old) => ({ ...old, searchTerm: next }), ...step }))
          }
        />
      </div>
      {searchProblem(searchTerm) === undefined && <Results params={{ ...search, searchTerm: searchTerm.trim() }} />}
    </main>
  )
}

function Results({ params }: { params: ShelvesSearch }) {
  const state = useGrowingList(params, shelvesQuery(params), shelvesTotalQuery({ searchTerm: params.searchTerm }))
  if (!state.list) return <LoadFailed title={m.shelf_load_failed()} query={state.query} />
  const {
    list,
    params: { searchTerm },
  } = state
  return (
    <ListBody list={list} isCounted isShort>
      <ListStatus count={list.items.length} total={list.total} searchTerm={searchTerm} />
      {list.items.length === 0 ? (
        <EmptyState title={m.shelf_empty_title()} text={m.shelf_empty_text()} />
      ) : (
        <ul className="mt-2.5 rounded-md border border-line bg-raised">
          {list.items.map(({ id, name, note }) => (
            <li key={id} className="border-line px-4 py-1.5 not-last:border-b">
              <Link
                to="/app/shelves/$id"
                params={{ id }}
                state={{ isFromList: true }}
                className="inline-flex min-h-11 items-center font-semibold hover:underline"
              >
                <span dir="auto" className="break-words">
                  <HighlightedText text={name} searchTerm={searchTerm} />
                </span>
              </Link>
              {note && (
                <p dir="auto" className="text-sm break-words text-muted">
                  <HighlightedText text={note} searchTerm={searchTerm} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </ListBody>
  )
}
