import { grantsOf, readPermissionOf, statementsOf, type PermissionOf } from '#lib/noun.ts'
import { NOUNS, type RecordedNoun } from '#nouns.ts'
import type { RoleName } from './role.schema.ts'

/** Section 6 of the specification: resource, actions, and what each role may do, as each noun says it. */
export const STATEMENTS = statementsOf(NOUNS)
export type Permission = PermissionOf<typeof NOUNS>

export const ROLES = {
  user: grantsOf(NOUNS, ['user']),
  admin: grantsOf(NOUNS, ['user', 'admin']),
} satisfies Record<RoleName, unknown>

const granted: Record<string, Set<string>> = Object.fromEntries(
  Object.entries<Record<string, readonly string[]>>(ROLES).map(([role, grants]) => [
    role,
    new Set(Object.entries(grants).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`))),
  ]),
)

const known: Record<string, Set<string>> = Object.fromEntries(
  Object.entries(ROLES).map(([role, grants]) => [role, new Set(Object.keys(grants))]),
)

const anyRole = (roles: string | null | undefined, table: Record<string, Set<string>>, entry: string): boolean =>
  (roles ?? '').split(',').some((role) => Object.hasOwn(table, role.trim()) && table[role.trim()]?.has(entry))

/** Whether a person may. `roles` may hold several with commas: one that grants is enough, an unknown one grants nothing. */
export const can = (roles: string | null | undefined, permission: Permission): boolean =>
  anyRole(roles, granted, permission)

/** Whether any of the roles may do anything at all with a resource. */
export const knowsResource = (roles: string | null | undefined, resource: string): boolean =>
  anyRole(roles, known, resource)

/** The permission to read one of a noun. */
export const readPermission = (noun: RecordedNoun): Permission => readPermissionOf(NOUNS, noun)
