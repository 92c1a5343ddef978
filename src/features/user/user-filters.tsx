import { useNavigate } from '@tanstack/react-router'
import { startTransition } from 'react'
import { ROLE_NAMES } from '#auth/role.schema.ts'
import { m } from '#i18n/paraglide/messages.js'
import { roleWord } from '#i18n/role-word.ts'
import { orderClass, selectClass } from '#ui/list/filter-class.ts'
import { NativeSelect } from '#ui/form/native-select.tsx'
import { userOrders } from './user-order.ts'
import type { UserSearch } from './user-search.schema.ts'

const ALL = 'all'
/** Ids of the controls. */
export const ROLE_FILTER = 'filter-role'
export const STATE_FILTER = 'filter-state'

/** Changes what the list is narrowed to, or its order: a step of its own. */
export function useNarrowUsers() {
  const navigate = useNavigate({ from: '/manager/users/' })
  return (next: Partial<UserSearch>) =>
    startTransition(() => void navigate({ search: (old) => ({ ...old, ...next }), resetScroll: false }))
}

/** The states that a list can be narrowed to, in words. */
export const userStates = (): { value: NonNullable<UserSearch['state']>; label: string }[] => [
  { value: 'unverified', label: m.users_state_unverified() },
  { value: 'notOnboarded', label: m.user_not_onboarded() },
  { value: 'neverSignedIn', label: m.users_state_never() },
  { value: 'banned', label: m.user_banned() },
]

/** What the list of users is narrowed to, and its order; each choice is a step of its own. */
export function UserFilters({ searchTerm, role, state, sort }: UserSearch) {
  const choose = useNarrowUsers()
  return (
    <>
      <NativeSelect
        id={ROLE_FILTER}
        label={m.user_role_label()}
        value={role ?? ALL}
        options={[
          { value: ALL, label: m.users_role_all() },
          ...ROLE_NAMES.map((value) => ({ value, label: roleWord(value) })),
        ]}
        className={selectClass(role !== undefined)}
        onChange={(value) => choose({ role: value === ALL ? undefined : value })}
      />
      <NativeSelect
        id={STATE_FILTER}
        label={m.users_state_label()}
        value={state ?? ALL}
        options={[{ value: ALL, label: m.users_state_all() }, ...userStates()]}
        className={selectClass(state !== undefined)}
        onChange={(value) => choose({ state: value === ALL ? undefined : value })}
      />
      <NativeSelect
        label={m.users_sort_label()}
        icon="sort"
        value={sort}
        options={userOrders(searchTerm.trim() !== '')}
        className={orderClass}
        onChange={(value) => choose({ sort: value })}
      />
    </>
  )
}
