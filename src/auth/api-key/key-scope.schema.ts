import * as z from 'zod/mini'

/** Permissions that a key can be given: those that a REST route asks for, but acting as somebody else. */
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

/** Those that read what every reader sees, and nothing of people. */
export const BOOK_SCOPES: readonly KeyScope[] = ['book:read', 'genre:read']

/** Those that change nothing: people's addresses and sessions are among what they read. */
export const READING_SCOPES: readonly KeyScope[] = ['book:read', 'genre:read', 'user:list', 'user:get', 'session:list']

export const keyScopeSchema = z.enum(KEY_SCOPES)

const known: ReadonlySet<string> = new Set(KEY_SCOPES)
export const isKeyScope = (permission: string): permission is KeyScope => known.has(permission)

/** The same scopes each once, in the order of the table. */
export const sortedScopes = (scopes: readonly string[]): KeyScope[] => KEY_SCOPES.filter((one) => scopes.includes(one))
