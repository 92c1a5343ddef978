import * as z from 'zod/mini'
import { problemKey } from '#base/i18n/issue-message.ts'
import { rolesOf } from '#base/lib/roles-of.ts'

/**
 * The roles of section 6 of the specification, and `desk` for who helps at the desk, in the order in which they are stored
 * and shown.
 */
export const ROLE_NAMES = ['admin', 'desk', 'user'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

const isRole = (role: string): role is RoleName => ROLE_NAMES.some((name) => name === role)

/**
 * Roles as an array or a comma-separated string, normalised for storage: without duplicates, in the order of
 * `ROLE_NAMES`, separated by commas without spaces. Messages are keys of messages/.
 */
export const roleSchema = z.pipe(
  z.pipe(
    z.union([z.string(), z.array(z.string())], { error: problemKey('role_required') }),
    z.transform((value) => [value].flat().flatMap(rolesOf)),
  ),
  z.pipe(
    z.array(z.string()).check(
      z.refine((roles) => roles.length > 0, { error: problemKey('role_required'), abort: true }),
      z.refine((roles) => roles.every(isRole), { error: problemKey('role_unknown') }),
    ),
    z.transform((roles) => ROLE_NAMES.filter((name) => roles.includes(name)).join(',')),
  ),
)
