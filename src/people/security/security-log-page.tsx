import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { ActivityTabs } from '#kit/activity/shared/activity-tabs.tsx'
import { m } from '#base/i18n/paraglide/messages.js'
import { searchProblem } from '#base/lib/list/list-input.ts'
import { EmptyState } from '#base/ui/state/empty-state.tsx'
import { ListFilters, type ListChange, type ListFilter } from '#base/ui/list/list-filters.tsx'
import { LoadMoreOf } from '#base/ui/list/load-more.tsx'
import { SearchField } from '#base/ui/list/search-field.tsx'
import { useListKeys } from '#base/ui/list/use-list-keys.ts'
import { useSearchStep } from '#base/ui/list/use-search-step.ts'
import { LoadFailed } from '#base/ui/state/load-failed.tsx'
import { ManagerPage } from '#base/ui/manager-page.tsx'
import { panelClass } from '#base/ui/panel.tsx'
import { PanelLoading } from '#base/ui/state/panel-state.tsx'
import { SecurityRow } from './security-row.tsx'
import type { SecurityGroup, SecuritySearch } from './security-search.schema.ts'
import { securityLogQuery } from './security.data.ts'

const PATH = '/manager/activity/security'

const filters = ({ event }: SecuritySearch): ListFilter[] => [
  {
    name: 'event',
    value: event,
    label: m.security_kind(),
    all: m.security_kind_all(),
    options: [
      { value: 'signIn', label: m.security_kind_sign_in() },
      { value: 'session', label: m.security_kind_session() },
      { value: 'key', label: m.security_kind_key() },
      { value: 'impersonation', label: m.security_kind_impersonation() },
      { value: 'user', label: m.security_kind_user() },
      { value: 'operation', label: m.security_kind_operation() },
    ] satisfies { value: SecurityGroup; label: string }[],
  },
]

/** The security log: who signed in, failed, was refused, made keys, acted as others, and what changed about users. */
export function SecurityLogPage({ search, timeZone }: { search: SecuritySearch; timeZone: string }) {
  const { searchTerm } = search
  const navigate = useNavigate()
  const step = useSearchStep(searchTerm)
  useListKeys({})
  const go = (next: ListChange, options: Partial<typeof step>) =>
    startTransition(() => void navigate({ to: PATH, search: (old) => ({ ...old, ...next }), ...options }))
  return (
    <ManagerPage
      title={m.security_title()}
      middle={
        <SearchField
          value={searchTerm}
          label={m.security_search()}
          placeholder={m.security_search()}
          action={PATH}
          onSearch={(next) => go({ searchTerm: next }, step)}
          keyHint="/"
          className="h-11"
        />
      }
      filters={<ListFilters filters={filters(search)} onChange={(next) => go(next, { resetScroll: false })} />}
    >
      <ActivityTabs />
      {searchProblem(searchTerm) === undefined && <Entries search={search} timeZone={timeZone} />}
    </ManagerPage>
  )
}

function Entries({ search, timeZone }: { search: SecuritySearch; timeZone: string }) {
  const state = useInfiniteQuery(securityLogQuery({ ...search, searchTerm: search.searchTerm.trim() }))
  const items = state.data?.pages.flatMap((page) => page.items)
  if (!items)
    return (
      <LoadFailed title={m.security_load_failed()} query={state}>
        <PanelLoading />
      </LoadFailed>
    )
  if (items.length === 0) {
    const isNarrowed = search.searchTerm !== '' || search.event !== undefined
    const text = isNarrowed ? m.security_none_text() : m.security_empty_text()
    return <EmptyState title={m.security_empty()} text={text} />
  }
  return (
    <div aria-busy={state.isPlaceholderData || undefined} className={`${panelClass} aria-busy:opacity-60`}>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- Safari takes a list without bullets for none */}
      <ul role="list" aria-label={m.security_title()}>
        {items.map((entry) => (
          <SecurityRow key={entry.id} entry={entry} timeZone={timeZone} />
        ))}
      </ul>
      <LoadMoreOf query={state} count={items.length} />
    </div>
  )
}
