import { useIsFetching } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { startTransition, useState } from 'react'
import { m } from '#i18n/paraglide/messages.js'
import { searchProblem } from '#lib/list-input.ts'
import { ListBackLink } from '#ui/list/list-back-link.tsx'
import { ListResults } from '#ui/list/list-results.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { useSearchStep } from '#ui/list/use-search-step.ts'
import { SavedSelections } from '#ui/list/use-selection.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { bookPrintColumns } from '../book-print.ts'
import { trashQuery, trashTotalQuery } from '../trash/trash.data.ts'
import type { DeletedBook, Restored } from '../trash/trash.schema.ts'
import { TrashBar } from './trash-bar.tsx'
import { TrashCollisions } from './trash-collisions.tsx'
import { TrashRow, trashRowClass } from './trash-row.tsx'

const TRASH = '/manager/books/deleted'
const selected = new SavedSelections<DeletedBook>()

/** The deleted books: search, rows with who, when and the days that are left, and what can be done to several at once. */
export function TrashPage({ searchTerm, timeZone }: { searchTerm: string; timeZone: string }) {
  const [collided, setCollided] = useState<Restored['collided']>([])
  const navigate = useNavigate()
  const step = useSearchStep(searchTerm)
  const asked = { searchTerm: searchTerm.trim(), sort: 'deleted' }
  const isBusy =
    useIsFetching({
      queryKey: trashQuery(asked.searchTerm).queryKey,
      exact: true,
      predicate: ({ state }) => state.data === undefined,
    }) > 0
  useListKeys({})
  return (
    <ManagerPage
      title={m.trash_title()}
      trail={<ListBackLink to="/manager/books" label={m.nav_books()} />}
      middle={
        <SearchField
          value={searchTerm}
          label={m.trash_search_label()}
          placeholder={m.trash_search_placeholder()}
          action={TRASH}
          onSearch={(next) =>
            startTransition(() => void navigate({ to: TRASH, search: { searchTerm: next }, ...step }))
          }
          keyHint="/"
          isBusy={isBusy}
          className="h-11"
        />
      }
    >
      <TrashCollisions collided={collided} onClose={() => setCollided([])} />
      {searchProblem(searchTerm) === undefined && (
        <ListResults
          to={TRASH}
          asked={asked}
          query={(given) => trashQuery(given.searchTerm)}
          count={(given) => trashTotalQuery(given.searchTerm)}
          words={{
            title: m.trash_title(),
            failed: m.trash_load_failed(),
            emptyTitle: m.books_empty_title(),
            emptyText: m.books_empty_text(),
            showAll: m.trash_show_all(),
          }}
          filters={[]}
          orders={[]}
          columns={[
            { label: m.book_title() },
            { label: m.trash_by() },
            { label: m.trash_when() },
            { label: m.trash_left() },
          ]}
          rowClass={trashRowClass}
          renderRow={(book, shown) => <TrashRow {...shown} book={book} timeZone={timeZone} />}
          print={bookPrintColumns()}
          select={{
            saved: selected,
            words: { all: m.books_select_all(), one: (book) => m.books_select({ title: book.title }) },
            renderBar: (selection) => (
              <TrashBar
                selection={selection}
                onRestored={(ids, result) => {
                  selected.forget(ids)
                  setCollided(result.collided)
                }}
              />
            ),
          }}
          none={<EmptyState title={m.trash_none_title()} text={m.trash_none_text()} />}
          onChange={() => undefined}
        />
      )}
    </ManagerPage>
  )
}
