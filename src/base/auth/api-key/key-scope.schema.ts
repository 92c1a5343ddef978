import * as z from 'zod/mini'
import { keyScopesOf, type KeyScopeOf } from '#base/lib/noun.ts'
import { NOUNS } from '#nouns.ts'

export type KeyScope = KeyScopeOf<typeof NOUNS>

/** Permissions that an API key can have: those of the REST routes, except impersonation, roles and addresses of users. */
export const KEY_SCOPES = keyScopesOf(NOUNS)

/** Scopes that read the catalogue, and no data about people. */
export const BOOK_SCOPES: readonly KeyScope[] = ['book:read', 'genre:read']

/** All scopes that only read, including addresses and sessions of users. */
export const READING_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => /:(read|list|get)$/.test(scope))

export const keyScopeSchema = z.enum(KEY_SCOPES)

const keyScopes: ReadonlySet<string> = new Set(KEY_SCOPES)
export const isKeyScope = (permission: string): permission is KeyScope => keyScopes.has(permission)

/** The scopes without duplicates, in the order of `KEY_SCOPES`. */
export const sortedScopes = (scopes: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => scopes.includes(scope))
