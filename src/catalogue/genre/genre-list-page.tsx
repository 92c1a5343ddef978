import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { startTransition, useRef, useState } from 'react'
import { formatNumber } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { NativeSelect } from '#base/ui/form/native-select.tsx'
import { Icon } from '#base/ui/icon.tsx'
import { orderClass } from '#base/ui/list/filter-class.ts'
import { SearchField } from '#base/ui/list/search-field.tsx'
import { useListKeys } from '#base/ui/list/use-list-keys.ts'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { toast } from '#base/ui/toast/toast.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { GenreDialog } from './genre-dialog.tsx'
import { addUsualGenres, namedGenresQuery, useRefreshGenres } from './genre-edit.data.ts'
import { GenreEnd } from './genre-end.tsx'
import { GenreList } from './genre-list.tsx'
import type { GenreSearch } from './genre-search.schema.ts'
import type { NamedGenre } from './genre.schema.ts'

/** The open dialog: the form of a genre or of a new one, or its merge or deletion. */
interface Opened {
  kind: 'edit' | 'merge' | 'delete'
  genre: NamedGenre | undefined
}

/** The genres with their names and numbers of books: to add, change, merge and delete. */
export function GenreListPage({ search }: { search: GenreSearch }) {
  const { data: genres } = useSuspenseQuery(namedGenresQuery)
  const navigate = useNavigate()
  const step = useSearchStep(search.searchTerm)
  const [opened, setOpened] = useState<Opened>()
  // Keeps the content during the closing animation.
  const [last, setLast] = useState<Opened>()
  if (opened && opened !== last) setLast(opened)
  const addButton = useRef<HTMLButtonElement>(null)
  const lastFocus = useRef<HTMLElement>(null)
  const open = (kind: Opened['kind'], genre?: NamedGenre) => {
    if (!opened && document.activeElement instanceof HTMLElement) lastFocus.current = document.activeElement
    setOpened({ kind, genre })
  }
  const close = () => setOpened(undefined)
  useListKeys({ onNew: () => addButton.current?.click() })
  const change = (next: Partial<GenreSearch>, options: Partial<typeof step> & { resetScroll?: boolean }) =>
    startTransition(() => void navigate({ to: '/manager/genres', search: { ...search, ...next }, ...options }))
  const dialog = { onClose: close, lastFocus }
  return (
    <ManagerPage
      title={m.home_genres()}
      middle={
        <SearchField
          value={search.searchTerm}
          label={m.genres_search_label()}
          placeholder={m.genres_search_label()}
          action="/manager/genres"
          onSearch={(searchTerm) => change({ searchTerm }, step)}
          keyHint="/"
          className="h-11"
        />
      }
      // The bar of a list; its order stands among the actions.
      filters={<></>}
      actions={
        <>
          <NativeSelect
            label={m.users_sort_label()}
            icon="sort"
            value={search.sort}
            options={[
              { value: 'name', label: m.genre_name() },
              { value: 'most', label: m.genres_sort_most() },
              { value: 'fewest', label: m.genres_sort_fewest() },
            ]}
            className={orderClass}
            onChange={(sort) => change({ sort }, { resetScroll: false })}
          />
          <Button {...blockedInDemo} ref={addButton} onClick={() => open('edit')}>
            <Icon name="plus" />
            {m.genre_new_title()}
          </Button>
        </>
      }
    >
      {genres.length === 0 ? (
        <NoGenres />
      ) : (
        <GenreList genres={genres} search={search} onOpen={(genre) => open('edit', genre)} />
      )}
      {/* One dialog at a time: of two, the one that closes would stay below the other. */}
      {last?.kind === 'edit' && (
        <GenreDialog
          key={last.genre?.id ?? 'new'}
          {...dialog}
          genre={last.genre}
          isOpen={opened?.kind === 'edit'}
          onMerge={() => open('merge', last.genre)}
          onDelete={() => open('delete', last.genre)}
        />
      )}
      {last?.genre && last.kind !== 'edit' && (
        <GenreEnd
          key={`${last.kind} ${last.genre.id}`}
          {...dialog}
          kind={last.kind}
          genre={genres.find(({ id }) => id === last.genre?.id) ?? last.genre}
          genres={genres}
          isOpen={opened?.kind === last.kind}
          onDone={() => {
            // The row that opened it is gone.
            lastFocus.current = addButton.current
            close()
          }}
        />
      )}
    </ManagerPage>
  )
}

/** Shown while there are no genres: what they are for, and the way to the usual ones. */
function NoGenres() {
  const refresh = useRefreshGenres()
  const add = useAction(
    async () => {
      const count = await addUsualGenres()
      await refresh()
      void toast({ type: 'success', title: m.genres_usual_added({ count, shown: formatNumber(count) }) })
    },
    { failure: m.genres_usual_failed() },
  )
  return (
    <EmptyState
      title={m.genres_none_title()}
      text={m.genres_none_text()}
      action={
        <Button {...blockedInDemo} isBusy={add.isBusy} onClick={() => void add.run()}>
          {m.genres_usual()}
        </Button>
      }
    />
  )
}
