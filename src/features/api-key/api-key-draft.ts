import { BOOK_SCOPES, READING_SCOPES, type KeyScope } from '#auth/api-key/key-scope.schema.ts'
import { DEFAULT_DAYS } from './api-key.schema.ts'

/** What a key may do, chosen at one stroke: read the books, read all there is, or each permission as one chooses. */
export type KeyAccess = 'books' | 'all' | 'chosen'

/** A key as the form holds it. */
export interface KeyDraft {
  name: string
  access: KeyAccess
  /** What is chosen, also while another choice holds. */
  chosen: readonly KeyScope[]
  days: number
}

/** What the form holds at first: the least that is of use. */
export const newDraft = (): KeyDraft => ({ name: '', access: 'books', chosen: BOOK_SCOPES, days: DEFAULT_DAYS })

/** The permissions that a draft stands for. */
export function scopesOf({ access, chosen }: KeyDraft): readonly KeyScope[] {
  if (access === 'chosen') return chosen
  return access === 'all' ? READING_SCOPES : BOOK_SCOPES
}
