import * as z from 'zod/mini'

/** Permissions that an API key can have: those of the REST routes, except impersonation. */
export const KEY_SCOPES = [
  'book:read',
  'book:create',
  'book:update',
  'book:delete',
  'genre:read',
  'user:list',
  'user:get',
  'user:create',
  'user:update',
  'user:set-role',
  'user:set-email',
  'user:ban',
  'user:delete',
  'session:list',
  'session:revoke',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Scopes that read the catalogue, and no data about people. */
export const BOOK_SCOPES: readonly KeyScope[] = ['book:read', 'genre:read']

/** All scopes that only read, including addresses and sessions of users. */
export const READING_SCOPES: readonly KeyScope[] = ['book:read', 'genre:read', 'user:list', 'user:get', 'session:list']

export const keyScopeSchema = z.enum(KEY_SCOPES)

const keyScopes: ReadonlySet<string> = new Set(KEY_SCOPES)
export const isKeyScope = (permission: string): permission is KeyScope => keyScopes.has(permission)

/** The scopes without duplicates, in the order of `KEY_SCOPES`. */
export const sortedScopes = (scopes: readonly string[]): KeyScope[] =>
  KEY_SCOPES.filter((scope) => scopes.includes(scope))
