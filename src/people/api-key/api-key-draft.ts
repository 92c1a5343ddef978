import { BOOK_SCOPES, READING_SCOPES, type KeyScope } from '#base/auth/api-key/key-scope.schema.ts'
import { DEFAULT_DAYS } from './api-key.schema.ts'

/** Presets of a key's permissions: read books, read everything, or chosen one by one. */
export type KeyAccess = 'books' | 'all' | 'chosen'

/** The state of the form. */
export interface KeyDraft {
  name: string
  access: KeyAccess
  /** Permissions chosen one by one; kept while another preset is selected. */
  chosen: readonly KeyScope[]
  days: number
}

/** Initial state: the fewest permissions. */
export const newDraft = (): KeyDraft => ({ name: '', access: 'books', chosen: BOOK_SCOPES, days: DEFAULT_DAYS })

/** The permissions of a draft. */
export function scopesOf({ access, chosen }: KeyDraft): readonly KeyScope[] {
  if (access === 'chosen') return chosen
  return access === 'all' ? READING_SCOPES : BOOK_SCOPES
}
