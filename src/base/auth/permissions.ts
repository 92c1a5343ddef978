import { lookUp } from '#base/lib/list/look-up.ts'
import {
  grantsOf,
  readPermissionOf,
  statedPermission,
  statementsOf,
  type Noun,
  type PermissionOf,
} from '#base/lib/noun.ts'
import { rolesOf } from '#base/lib/roles-of.ts'
import { NOUNS, type RecordedNoun } from '#nouns.ts'
import type { RoleName } from './role.schema.ts'

/** Resources and actions of section 6 of the specification, from the nouns' declarations. */
export const STATEMENTS = /* @__PURE__ */ statementsOf(NOUNS)
export type Permission = PermissionOf<typeof NOUNS>

/**
 * Permissions that give power over the installation or over another person's account. A session can use them only within
 * ten minutes after a code or a passkey, so that a stolen session cannot.
 */
export const NEEDS_REAUTHENTICATION: ReadonlySet<string> = new Set<Permission>([
  'user:set-role',
  'user:set-email',
  'user:impersonate',
])

/** The values of an action that include each role. */
const ALLOWED = {
  user: ['user'],
  desk: ['user', 'desk'],
  admin: ['user', 'desk', 'admin'],
} as const satisfies Record<RoleName, unknown>

/** What each role may do. */
export const ROLES = {
  user: /* @__PURE__ */ grantsOf(NOUNS, ALLOWED.user),
  desk: /* @__PURE__ */ grantsOf(NOUNS, ALLOWED.desk),
  admin: /* @__PURE__ */ grantsOf(NOUNS, ALLOWED.admin),
}

/** What any of the comma-separated roles allows; an unknown role allows nothing. */
const allowedBy = (roles: string | null | undefined): readonly string[] =>
  rolesOf(roles ?? '').flatMap((role) => lookUp<readonly string[]>(ALLOWED, role) ?? [])

const actionsOf = (resource = ''): Noun['actions'] => lookUp<Noun>(NOUNS, resource)?.actions ?? {}

/** Whether any of the roles grants the permission. */
export function can(roles: string | null | undefined, permission: Permission): boolean {
  const [resource, action = ''] = permission.split(':')
  const who = lookUp(actionsOf(resource), action)
  return who !== undefined && allowedBy(roles).includes(who)
}

/** Whether the new roles grant something that the former ones do not. */
export const grantsMore = (former: string, roles: string): boolean =>
  Object.values<Noun>(NOUNS).some(({ actions }) =>
    Object.values(actions).some((who) => allowedBy(roles).includes(who) && !allowedBy(former).includes(who)),
  )

/** Whether any of the roles has some permission on the resource. */
export const hasAnyPermission = (roles: string | null | undefined, resource: string): boolean =>
  Object.values(actionsOf(resource)).some((who) => allowedBy(roles).includes(who))

/** Whether a permission belongs to lending: while that is switched off, it is granted to no one. */
export const isOfLending = (permission: string): boolean =>
  lookUp<Noun>(NOUNS, permission.split(':')[0] ?? '')?.isLending === true

/** The permission to do something to the items of a noun. */
export const nounPermission = (noun: RecordedNoun, action: 'update' | 'delete'): Permission =>
  statedPermission(NOUNS, noun, action)

/** The permission to read an item of a noun. */
export const readPermission = (noun: RecordedNoun): Permission => readPermissionOf(NOUNS, noun)
