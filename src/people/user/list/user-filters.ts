import { ROLE_NAMES } from '#base/auth/role.schema.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import type { ListFilter } from '#base/ui/list/list-filters.tsx'
import type { SortColumn } from '#base/ui/list/sort-head.tsx'
import type { UserSearch, UserSort } from './user-search.schema.ts'

/** The filters of the list of users; helpers at the desk are a role where the library lends, or while it is chosen. */
export const userFilters = ({ role, state }: UserSearch, isLending: boolean): ListFilter[] => [
  {
    name: 'role',
    value: role,
    label: m.user_role_label(),
    all: m.users_role_all(),
    options: ROLE_NAMES.filter((value) => value !== 'desk' || isLending || role === 'desk').map((value) => ({
      value,
      label: roleWord(value),
    })),
  },
  {
    name: 'state',
    value: state,
    label: m.users_state_label(),
    all: m.users_state_all(),
    options: [
      { value: 'unverified', label: m.users_state_unverified() },
      { value: 'notOnboarded', label: m.user_not_onboarded() },
      { value: 'neverSignedIn', label: m.users_state_never() },
      { value: 'banned', label: m.user_banned() },
    ] satisfies { value: UserSearch['state']; label: string }[],
  },
]

/** The columns that the list can be sorted by. */
export const userListColumns = () =>
  ({
    name: { label: m.users_sort_name(), ascending: 'name', descending: 'name-desc' },
    email: { label: m.login_email_label(), ascending: 'email', descending: 'email-desc' },
    added: { label: m.user_added_label(), ascending: 'added-asc', descending: 'added', first: 'descending' },
  }) satisfies Record<string, SortColumn<UserSort>>

/** The label of every order. */
export const userOrders = (): { value: UserSort; label: string }[] => [
  { value: 'name', label: m.users_sort_name() },
  { value: 'name-desc', label: m.list_sort_reversed({ order: m.users_sort_name() }) },
  { value: 'email', label: m.login_email_label() },
  { value: 'email-desc', label: m.list_sort_reversed({ order: m.login_email_label() }) },
  { value: 'added', label: m.users_sort_added() },
  { value: 'added-asc', label: m.list_sort_oldest() },
]
