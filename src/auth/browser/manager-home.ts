import { can } from '#auth/permissions.ts'

/** The first page of the manager area for a role: who helps at the desk sees that alone. Undefined where there is none. */
export const managerHome = (roles: string | null | undefined): '/manager/dashboard' | '/manager/desk' | undefined => {
  if (can(roles, 'apps:manager')) return '/manager/dashboard'
  return can(roles, 'desk:read') ? '/manager/desk' : undefined
}
