import { Link, useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { problemsOf } from '#i18n/issue-message.ts'
import { m } from '#i18n/paraglide/messages.js'
import { problemText } from '#i18n/problem-text.ts'
import { buttonClass } from '#ui/button.tsx'
import { ManagerPage } from '#ui/manager-page.tsx'
import { Icon } from '#ui/icon.tsx'
import { SearchField } from '#ui/list/search-field.tsx'
import { useListKeys } from '#ui/list/use-list-keys.ts'
import { useSearchStep } from '#ui/list/use-search-step.ts'
import { UserFilters } from './user-filters.tsx'
import { UserResults } from './user-results.tsx'
import { userFilterSchema } from './user.schema.ts'
import type { UserSearch } from './user-search.schema.ts'

/** What is wrong with a search term, in words; undefined when nothing is. */
function searchProblem(searchTerm: string): string | undefined {
  const { error } = userFilterSchema.safeParse({ searchTerm })
  const problem = error && problemsOf(error.issues).searchTerm
  return problem && problemText(problem)
}

/** All users: search, filters, order, their rows, and the way to a new one. */
export function UserListPage({ search, timeZone }: { search: UserSearch; timeZone: string }) {
  const navigate = useNavigate({ from: '/manager/users/' })
  const { searchTerm } = search
  const step = useSearchStep(searchTerm)
  useListKeys({ onNew: () => void navigate({ to: '/manager/users/new' }) })
  const find = (next: string) =>
    startTransition(() => void navigate({ search: (old) => ({ ...old, searchTerm: next }), ...step }))
  return (
    <ManagerPage
      title={m.users_title()}
      middle={
        <SearchField
          value={searchTerm}
          label={m.users_search_label()}
          placeholder={m.users_search_placeholder()}
          clearLabel={m.books_search_clear()}
          action="/manager/users"
          problemOf={searchProblem}
          onSearch={find}
          keyHint="/"
          className="h-11"
        />
      }
      filters={<UserFilters {...search} />}
      actions={
        <Link to="/manager/users/new" className={buttonClass()}>
          <Icon name="plus" />
          {m.users_new()}
        </Link>
      }
    >
      {searchProblem(searchTerm) === undefined && (
        <UserResults asked={{ ...search, searchTerm: searchTerm.trim() }} timeZone={timeZone} />
      )}
    </ManagerPage>
  )
}
