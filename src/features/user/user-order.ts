import { m } from '#i18n/paraglide/messages.js'
import type { SortColumn } from '#ui/list/sort-head.tsx'
import type { UserSort } from './user-search.schema.ts'

/** The columns that the list can be sorted by. */
export const userListColumns = () =>
  ({
    name: { label: m.users_sort_name(), ascending: 'name', descending: 'name-desc' },
    email: { label: m.login_email_label(), ascending: 'email', descending: 'email-desc' },
    added: { label: m.user_added_label(), ascending: 'added-asc', descending: 'added', first: 'descending' },
  }) satisfies Record<string, SortColumn<UserSort>>

/** Every order, in words. In a search the usual one is that of the best hits. */
export const userOrders = (isSearch: boolean): { value: UserSort; label: string }[] => [
  { value: 'name', label: isSearch ? m.list_sort_best() : m.users_sort_name() },
  { value: 'name-desc', label: m.list_sort_reversed({ order: m.users_sort_name() }) },
  { value: 'email', label: m.login_email_label() },
  { value: 'email-desc', label: m.list_sort_reversed({ order: m.login_email_label() }) },
  { value: 'added', label: m.users_sort_added() },
  { value: 'added-asc', label: m.list_sort_oldest() },
]
