// Small, since every page loads it; role-input.schema.ts validates what is typed.

/** The roles of section 6 of the specification, in the order in which they are stored and shown. */
export const ROLE_NAMES = ['admin', 'user'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** Splits a stored role: `admin,user` → admin, user. Keeps unknown roles. */
export const rolesOf = (role: string): string[] =>
  role
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
