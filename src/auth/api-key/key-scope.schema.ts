import * as z from 'zod/mini'
import { keyScopesOf, type KeyScopeOf } from '#lib/noun.ts'
import { NOUNS } from '#nouns.ts'

export type KeyScope = KeyScopeOf<typeof NOUNS>

/** Permissions that a key can be given: those that a REST route asks for, but acting as somebody else. */
export const KEY_SCOPES = keyScopesOf(NOUNS)

/** Those that read what every reader sees, and nothing of people. */
export const BOOK_SCOPES: readonly KeyScope[] = keyScopesOf(NOUNS, ['user'])

/** Those that change nothing: people's addresses and sessions are among what they read. */
export const READING_SCOPES: readonly KeyScope[] = KEY_SCOPES.filter((scope) => /:(read|list|get)$/.test(scope))

export const keyScopeSchema = z.enum(KEY_SCOPES)

const known: ReadonlySet<string> = new Set(KEY_SCOPES)
export const isKeyScope = (permission: string): permission is KeyScope => known.has(permission)

/** The same scopes each once, in the order of the table. */
export const sortedScopes = (scopes: readonly string[]): KeyScope[] => KEY_SCOPES.filter((one) => scopes.includes(one))
