import { BOOK_SCOPES, KEY_SCOPES, READING_SCOPES, sortedScopes, type KeyScope } from '#auth/api-key/key-scope.schema.ts'
import { getLocale } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'

const GROUPS = {
  book: m.nav_books,
  genre: m.home_genres,
  user: m.nav_users,
  session: m.user_sessions,
}
type Group = keyof typeof GROUPS

const WORDS: Record<KeyScope, () => string> = {
  'book:read': m.account_key_scope_read,
  'book:create': m.account_key_scope_create,
  'book:update': m.account_key_scope_update,
  'book:delete': m.account_key_scope_delete,
  'genre:read': m.account_key_scope_read,
  'user:list': m.account_key_scope_list,
  'user:get': m.account_key_scope_get,
  'user:create': m.account_key_scope_create,
  'user:update': m.account_key_scope_update,
  'user:set-role': m.account_key_scope_set_role,
  'user:set-email': m.account_key_scope_set_email,
  'user:ban': m.account_key_scope_ban,
  'user:delete': m.account_key_scope_delete,
  'session:list': m.account_key_scope_list,
  'session:revoke': m.account_key_scope_revoke,
}

const isGroup = (word: string): word is Group => Object.hasOwn(GROUPS, word)
const groupOf = (scope: KeyScope): Group => {
  const [group = ''] = scope.split(':')
  return isGroup(group) ? group : 'book'
}

/** What a scope lets do, within its group. */
export const scopeWord = (scope: KeyScope): string => WORDS[scope]()

/** Scopes by what they are about, in the order of the table. */
export const scopeGroups = (scopes: readonly KeyScope[]): { group: Group; name: string; scopes: KeyScope[] }[] =>
  (Object.keys(GROUPS).filter(isGroup) satisfies Group[])
    .map((group) => ({ group, name: GROUPS[group](), scopes: scopes.filter((one) => groupOf(one) === group) }))
    .filter(({ scopes: own }) => own.length > 0)

const isSame = (some: readonly KeyScope[], others: readonly KeyScope[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/** What a key may do, in words: "Read books", or "Books (Read, Add) · Genres (Read)". */
export function scopesText(given: readonly string[]): string {
  const scopes = sortedScopes(given)
  if (isSame(scopes, BOOK_SCOPES)) return m.account_key_scopes_books()
  if (isSame(scopes, READING_SCOPES)) return m.account_key_scopes_read_all()
  if (isSame(scopes, KEY_SCOPES)) return m.account_key_scopes_all()
  const list = new Intl.ListFormat(getLocale(), { type: 'unit' })
  return scopeGroups(scopes)
    .map(({ name, scopes: own }) => `${name} (${list.format(own.map(scopeWord))})`)
    .join(' · ')
}
