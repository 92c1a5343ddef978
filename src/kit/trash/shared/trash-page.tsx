import { useIsFetching } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition, useState, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { buttonClass } from '#base/ui/button.tsx'
import { ListBackLink } from '#base/ui/list/list-back-link.tsx'
import { ListResults } from '#base/ui/list/list-results.tsx'
import { SearchField } from '#base/ui/list/search-field.tsx'
import { useListKeys } from '#base/ui/list/use-list-keys.ts'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import type { SavedSelections } from '#base/ui/list/use-selection.ts'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { EmptyTrash } from './empty-trash.tsx'
import { TrashBar } from './trash-bar.tsx'
import { TrashCollisions } from './trash-collisions.tsx'
import { TrashRow, trashRowClass } from './trash-row.tsx'
import type { Restored } from './trash.schema.ts'
import type { Trash, TrashItem } from './trash.ts'

interface TrashPageProps<One extends TrashItem> {
  trash: Trash<One>
  selected: SavedSelections<One>
  refresh: () => Promise<unknown>
  searchTerm: string
  timeZone: string
  /** What can be done about a deleted thing whose restoration collides. */
  renderCollision?: (one: Restored['collided'][number], onDone: () => void) => ReactNode
}

/** What was deleted: search, rows with who, when and the days that are left, and what can be done to several at once. */
export function TrashPage<One extends TrashItem>({
  trash,
  selected,
  refresh,
  searchTerm,
  timeZone,
  renderCollision,
}: TrashPageProps<One>) {
  const { to, words } = trash
  const [collided, setCollided] = useState<Restored['collided']>([])
  const navigate = useNavigate()
  const step = useSearchStep(searchTerm)
  const params = { searchTerm: searchTerm.trim(), sort: 'deleted' }
  const isBusy =
    useIsFetching({
      queryKey: trash.query(params.searchTerm).queryKey,
      exact: true,
      predicate: ({ state }) => state.data === undefined,
    }) > 0
  useListKeys({})
  return (
    <ManagerPage
      title={words.title()}
      trail={<ListBackLink to={trash.list} label={words.list()} />}
      middle={
        <SearchField
          value={searchTerm}
          label={words.searchLabel()}
          placeholder={words.searchPlaceholder()}
          action={to}
          onSearch={(next) => startTransition(() => void navigate({ to, search: { searchTerm: next }, ...step }))}
          keyHint="/"
          isBusy={isBusy}
          className="h-11"
        />
      }
    >
      <TrashCollisions
        trash={trash}
        collided={collided}
        onClose={() => setCollided([])}
        renderAction={
          renderCollision &&
          ((one) => renderCollision(one, () => setCollided(collided.filter(({ id }) => id !== one.id))))
        }
      />
      {searchProblem(searchTerm) === undefined && (
        <ListResults
          to={to}
          params={params}
          query={(given) => trash.query(given.searchTerm)}
          count={(given) => trash.count(given.searchTerm)}
          words={{
            title: words.title(),
            failed: words.loadFailed(),
            emptyTitle: words.emptyTitle(),
            emptyText: words.emptyText(),
            showAll: words.showAll(),
          }}
          filters={[]}
          orders={[]}
          columns={[{ label: words.name() }, { label: m.trash_by() }, { label: words.when() }, { label: words.left() }]}
          rowClass={trashRowClass}
          renderRow={(one, shown) => <TrashRow {...shown} trash={trash} one={one} timeZone={timeZone} />}
          print={trash.print()}
          select={{
            saved: selected,
            words: { all: words.selectAll(), one: (one) => words.select({ name: trash.nameOf(one) }) },
            renderBar: (selection) => (
              <TrashBar
                trash={trash}
                refresh={refresh}
                selection={selection}
                onRestored={(ids, result) => {
                  selected.forget(ids)
                  setCollided(result.collided)
                }}
              />
            ),
          }}
          renderActions={({ total, items: [newest] }) =>
            params.searchTerm === '' &&
            total !== null &&
            newest && <EmptyTrash trash={trash} refresh={refresh} total={total} newest={newest} />
          }
          none={
            <EmptyState
              title={words.noneTitle()}
              text={words.noneText()}
              action={
                <Link to={trash.list} className={buttonClass('second')}>
                  {words.listAll()}
                </Link>
              }
            />
          }
          onChange={() => undefined}
        />
      )}
    </ManagerPage>
  )
}
