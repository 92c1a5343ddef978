/** Splits a stored role: `admin,user` → admin, user. Keeps unknown roles. */
export const rolesOf = (role: string): string[] =>
  role
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
