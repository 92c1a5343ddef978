import type { RoleName } from './role.schema.ts'

/** All resources and their actions, by section 6 of the specification. */
export const STATEMENTS = {
  user: ['create', 'list', 'get', 'update', 'set-role', 'set-email', 'ban', 'impersonate', 'delete', 'set-password'],
  session: ['list', 'revoke', 'delete'],
  account: ['read', 'update'],
  apps: ['app', 'manager'],
  book: ['read', 'create', 'update', 'delete'],
  genre: ['read'],
} as const

type Statements = typeof STATEMENTS
export type Resource = keyof Statements
export type Permission = { [R in Resource]: `${R}:${Statements[R][number]}` }[Resource]

// What each role may do. `get`, `update` and `set-email` of users are better-auth's names, part of an admin's "all".
export const ROLES = {
  user: { account: ['update'], apps: ['app'], book: ['read'], genre: ['read'] },
  admin: {
    user: STATEMENTS.user,
    session: STATEMENTS.session,
    account: ['update'],
    apps: STATEMENTS.apps,
    book: STATEMENTS.book,
    genre: ['read'],
  },
} as const satisfies Record<RoleName, { [R in Resource]?: readonly Statements[R][number][] }>

const granted: Record<string, Set<string>> = Object.fromEntries(
  Object.entries<Record<string, readonly string[]>>(ROLES).map(([role, grants]) => [
    role,
    new Set(Object.entries(grants).flatMap(([resource, actions]) => actions.map((action) => `${resource}:${action}`))),
  ]),
)

const resourcesOfRoles: Record<string, Set<string>> = Object.fromEntries(
  Object.entries(ROLES).map(([role, grants]) => [role, new Set(Object.keys(grants))]),
)

const anyRole = (roles: string | null | undefined, table: Record<string, Set<string>>, entry: string): boolean =>
  (roles ?? '').split(',').some((role) => Object.hasOwn(table, role.trim()) && table[role.trim()]?.has(entry))

/** Whether any of the comma-separated roles grants the permission; an unknown role grants nothing. */
export const can = (roles: string | null | undefined, permission: Permission): boolean =>
  anyRole(roles, granted, permission)

/** Whether any of the roles has some permission on the resource. */
export const knowsResource = (roles: string | null | undefined, resource: string): boolean =>
  anyRole(roles, resourcesOfRoles, resource)
