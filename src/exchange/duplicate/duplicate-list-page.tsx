import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import {
  compareAllBooks,
  duplicateGroupsOfQuery,
  duplicateGroupsQuery,
  duplicateGroupsTotalQuery,
  duplicateStateQuery,
  useRefreshDuplicates,
  useRefreshWhenFound,
} from '#exchange/duplicate/duplicate.data.ts'
import type { DuplicateGroup, DuplicateState } from '#exchange/duplicate/duplicate.schema.ts'
import { formatNumber, formatTimeAgo } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { blockedInDemo } from '#base/lib/form/refusal.ts'
import { Button, buttonClass } from '#base/ui/button.tsx'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { ListBody } from '#base/ui/list/list-body.tsx'
import { useGrowingList, type Growing } from '#base/ui/list/use-growing-list.ts'
import { useListKeys } from '#base/ui/list/use-list-keys.ts'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { ProgressBar } from '#base/ui/state/progress-bar.tsx'
import { useAction } from '#base/ui/use-action.ts'
import { DuplicateCard } from './duplicate-card.tsx'

interface DuplicateListPageProps {
  /** The book whose groups stand first. */
  bookId: string | undefined
  timeZone: string
}

/** Books that may be the same, in groups; and the comparison that finds them. */
export function DuplicateListPage({ bookId, timeZone }: DuplicateListPageProps) {
  const { data: state, dataUpdatedAt } = useSuspenseQuery(duplicateStateQuery)
  const growing = useGrowingList('all', duplicateGroupsQuery, duplicateGroupsTotalQuery)
  const { data: ofBook } = useSuspenseQuery(duplicateGroupsOfQuery(bookId))
  const refresh = useRefreshDuplicates()
  const compare = useAction(() => compareAllBooks(), {
    failure: m.duplicates_compare_failed(),
    refresh: () => refresh(false),
  })
  useListKeys({})
  useRefreshWhenFound(state)
  const { run } = state
  return (
    <ManagerPage
      title={m.duplicates_title()}
      actions={
        <>
          {run?.finishedAt && !run.isRunning && (
            <p className="text-sm text-muted">
              {m.duplicates_compared({ ago: formatTimeAgo(run.finishedAt, new Date(dataUpdatedAt), timeZone) })}
            </p>
          )}
          <Button
            {...blockedInDemo}
            look="second"
            isBusy={compare.isBusy}
            aria-disabled={run?.isRunning}
            onClick={() => !run?.isRunning && void compare.run()}
          >
            {m.duplicates_compare()}
          </Button>
        </>
      }
    >
      {run?.isRunning && <Running run={run} />}
      {growing.list ? (
        <Groups list={growing.list} first={ofBook} isRunning={!run || run.isRunning} timeZone={timeZone} />
      ) : (
        <LoadFailed title={m.duplicates_load_failed()} query={growing.query} />
      )}
    </ManagerPage>
  )
}

function Running({ run: { processed, total } }: { run: NonNullable<DuplicateState['run']> }) {
  const text = m.duplicates_progress({ processed: formatNumber(processed), total: formatNumber(total) })
  return (
    <div className="mb-4 rounded-md border border-line bg-raised px-4.5 py-4">
      <ProgressBar label={m.duplicates_comparing()} share={total === 0 ? undefined : processed / total} text={text} />
      <p aria-hidden="true" className="mt-2 text-sm text-muted tabular-nums">
        {m.duplicates_comparing()} · {text}
      </p>
    </div>
  )
}

interface GroupsProps {
  list: Growing<DuplicateGroup>
  /** Groups that stand before those of the list. */
  first: readonly DuplicateGroup[]
  isRunning: boolean
  timeZone: string
}

function Groups({ list, first, isRunning, timeZone }: GroupsProps) {
  const [later, setLater] = useState<readonly string[]>([])
  const cards = useRef<HTMLDivElement>(null)
  const isLater = ({ id }: DuplicateGroup) => later.includes(id)
  const all = [...first, ...list.items.filter(({ id }) => !first.some((one) => one.id === id))]
  const groups = [...all.filter((group) => !isLater(group)), ...all.filter(isLater)]
  /** The first group takes the focus of one that went. */
  const goOn = (at: number) =>
    requestAnimationFrame(() => {
      const openers = cards.current?.querySelectorAll<HTMLElement>('[data-row-key]')
      openers?.[Math.min(at, openers.length - 1)]?.focus()
    })
  if (groups.length === 0)
    return isRunning ? (
      <p className="text-muted">{m.duplicates_soon()}</p>
    ) : (
      <EmptyState
        title={m.duplicates_none()}
        text={m.duplicates_none_text()}
        action={
          <Link to="/manager/books" className={buttonClass('second')}>
            {m.books_empty_action()}
          </Link>
        }
      />
    )
  return (
    <ListBody list={list} isCounted>
      <div ref={cards} className="flex flex-col gap-4">
        {groups.map((group, at) => (
          <DuplicateCard
            key={`${group.id} ${group.books.map(({ id, version }) => `${id} ${version}`).join()}`}
            group={group}
            timeZone={timeZone}
            onLater={() => {
              setLater([...later.filter((id) => id !== group.id), group.id])
              goOn(at)
            }}
            onDone={() => goOn(at)}
          />
        ))}
      </div>
    </ListBody>
  )
}
