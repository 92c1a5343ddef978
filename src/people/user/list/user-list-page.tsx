import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { currentUserQuery } from '#kit/me/me.data.ts'
import { useIsLending } from '#kit/installation/installation.data.ts'
import { ListViews } from '#kit/view/shared/list-views.tsx'
import { formatDate } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import { lineActionClass } from '#base/ui/panel.tsx'
import { ListPage } from '#base/ui/list/list-page.tsx'
import { userFilters, userListColumns, userOrders } from './user-filters.ts'
import { userRowClass, UserRow } from './user-row.tsx'
import { usersQuery, usersTotalQuery } from '../user.data.ts'
import type { UserSearch } from './user-search.schema.ts'
import { emailWord, userName } from '../user-word.ts'

/** The list of users with search, filters, order and a link to add one. */
export function UserListPage({ search, timeZone }: { search: UserSearch; timeZone: string }) {
  const { data: me } = useSuspenseQuery(currentUserQuery)
  const { name, email, added } = userListColumns()
  const filters = userFilters(search, useIsLending())
  const orders = userOrders()
  return (
    <ListPage
      to="/manager/users"
      toNew="/manager/users/new"
      words={{
        title: m.users_title(),
        new: m.users_new(),
        search: m.users_search_label(),
        searchPlaceholder: m.users_search_placeholder(),
        sort: m.users_sort_label(),
        failed: m.users_load_failed(),
        emptyTitle: m.users_empty_title(),
        emptyText: m.users_empty_text(),
        showAll: m.users_empty_action(),
      }}
      params={search}
      query={usersQuery}
      count={usersTotalQuery}
      filters={filters}
      orders={orders}
      views={<ListViews list="users" to="/manager/users" params={search} filters={filters} orders={orders} />}
      columns={[
        { sorts: [name, email], className: 'col-start-2' },
        { label: m.user_role_label() },
        { label: m.users_state_label() },
        { sorts: [added] },
      ]}
      rowClass={userRowClass}
      // The list is never empty: whoever looks at it is a user.
      none={null}
      renderRow={(user, { searchTerm }) => (
        <UserRow user={user} searchTerm={searchTerm} timeZone={timeZone} isMe={user.id === me?.id} />
      )}
      renderActions={({ filter: { searchTerm } }) => (
        <Link to="/manager/users/deleted" search={{ searchTerm }} className={`${lineActionClass} print:hidden`}>
          {m.user_trash_link()}
        </Link>
      )}
      print={[
        { name: m.onboarding_name_label(), show: userName },
        { name: m.login_email_label(), show: (user) => emailWord(user.email) },
        { name: m.user_role_label(), show: ({ role }) => roleWord(role) },
        { name: m.user_added_label(), show: ({ createdAt }) => formatDate(createdAt, timeZone) },
      ]}
    />
  )
}
