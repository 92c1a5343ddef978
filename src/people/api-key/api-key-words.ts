import {
  BOOK_SCOPES,
  KEY_SCOPES,
  READING_SCOPES,
  sortedScopes,
  type KeyScope,
} from '#base/auth/api-key/key-scope.schema.ts'
import { formatValues } from '#base/i18n/format.ts'
import { m } from '#base/i18n/paraglide/messages.js'
import { lookUp } from '#base/lib/list/look-up.ts'
import { namesWith } from '#base/lib/noun.ts'
import { NOUNS } from '#nouns.ts'

type ActionOf<Scope> = Scope extends `${string}:${infer Action}` ? Action : never

const ACTION_WORDS = {
  read: m.account_key_scope_read,
  list: m.account_key_scope_list,
  get: m.account_key_scope_get,
  create: m.account_key_scope_create,
  update: m.account_key_scope_update,
  delete: m.account_key_scope_delete,
  ban: m.account_key_scope_ban,
  revoke: m.account_key_scope_revoke,
  import: m.account_key_scope_import,
  export: m.account_key_scope_export,
  genres: m.account_key_scope_genres,
  lend: m.account_key_scope_lend,
}

/** What can be done, within the group of a noun: a new action does not compile without its word. */
const WORDS: Record<ActionOf<KeyScope>, () => string> = ACTION_WORDS

const partsOf = (scope: KeyScope) => scope.split(':')

/** Name of a permission within its group. */
export const scopeWord = (scope: KeyScope): string => lookUp(WORDS, partsOf(scope)[1] ?? '')?.() ?? scope

/** Scopes by the noun that they are about, in the order of the table. */
export const scopeGroups = (scopes: readonly KeyScope[]): { group: string; name: string; scopes: KeyScope[] }[] =>
  namesWith(NOUNS, 'label')
    .map((group) => ({
      group,
      name: NOUNS[group].label(),
      scopes: scopes.filter((one) => partsOf(one)[0] === group),
    }))
    .filter(({ scopes: own }) => own.length > 0)

const isSame = (some: readonly KeyScope[], others: readonly KeyScope[]): boolean =>
  some.length === others.length && some.every((one) => others.includes(one))

/** A key's permissions as text: "Read books", or "Books (Read, Add) · Genres (Read)". */
export function scopesText(given: readonly string[]): string {
  const scopes = sortedScopes(given)
  if (isSame(scopes, BOOK_SCOPES)) return m.account_key_scopes_books()
  if (isSame(scopes, READING_SCOPES)) return m.account_key_scopes_read_all()
  if (isSame(scopes, KEY_SCOPES)) return m.account_key_scopes_all()
  return scopeGroups(scopes)
    .map(({ name, scopes: own }) => `${name} (${formatValues(own.map(scopeWord))})`)
    .join(' · ')
}
