import type { Trash } from '#kit/trash/shared/trash.ts'
import { useRestore } from '#kit/trash/shared/use-restore.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { roleWord } from '#base/i18n/role-word.ts'
import { useRefreshUsers } from '../user.data.ts'
import { emailWord, userName, userWord } from '../user-word.ts'
import {
  deleteDeletedUsers,
  emptyUserTrash,
  restoreDeletedUsers,
  userTrashQuery,
  userTrashTotalQuery,
} from './user-trash.data.ts'
import type { DeletedUser } from './user-trash.schema.ts'

/** The trash of the users. */
export const userTrash: Trash<DeletedUser> = {
  to: '/manager/users/deleted',
  list: '/manager/users',
  item: '/manager/users/$id',
  query: userTrashQuery,
  count: userTrashTotalQuery,
  restore: (ids) => restoreDeletedUsers({ data: { ids } }),
  remove: (ids) => deleteDeletedUsers({ data: { ids } }),
  empty: (until) => emptyUserTrash({ data: { until } }),
  nameOf: userWord,
  secondOf: (user) => (user.name ? emailWord(user.email) : userName(user)),
  print: () => [
    { name: m.onboarding_name_label(), show: userName },
    { name: m.login_email_label(), show: ({ email }) => emailWord(email) },
    { name: m.user_role_label(), show: ({ role }) => roleWord(role) },
  ],
  words: {
    title: m.user_trash_title,
    list: m.users_title,
    searchLabel: m.user_trash_search_label,
    searchPlaceholder: m.users_search_placeholder,
    loadFailed: m.user_trash_load_failed,
    emptyTitle: m.users_empty_title,
    emptyText: m.users_empty_text,
    showAll: m.user_trash_show_all,
    noneTitle: m.user_trash_none_title,
    noneText: m.user_trash_none_text,
    name: m.onboarding_name_label,
    when: m.user_trash_when,
    left: m.user_trash_left,
    selectAll: m.user_trash_select_all,
    select: ({ name }) => m.books_select({ title: name }),
    selected: m.user_trash_selected,
    deleteTitle: m.user_trash_empty_title,
    deleteFailed: m.user_delete_failed,
    deleted: m.user_trash_deleted,
    emptyTrashTitle: m.user_trash_empty_title,
    restored: m.user_trash_restored,
    collided: m.user_trash_collided,
    collidedText: m.user_trash_collided_text,
    collidedOpen: m.user_trash_collided_open,
    gone: m.user_trash_gone,
    pageTitle: m.user_trash_page_title,
    pageText: m.user_trash_page_text,
    listAll: m.users_empty_action,
  },
}

/** Restores users from the trash, with a toast. */
export const useRestoreUsers = () => useRestore(userTrash, useRefreshUsers())
