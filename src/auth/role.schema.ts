// What every page may need; what is typed is read by role-input.schema.ts.

/** The roles of section 6 of the specification, in the order in which they are kept and shown. */
export const ROLE_NAMES = ['admin', 'user'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** The single roles in what a user has: `admin,user` → admin, user. Unknown ones are left in. */
export const rolesOf = (role: string): string[] =>
  role
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
