import { notFound, redirect } from '@tanstack/react-router'
import { AppError } from '#errors/app-error.ts'
import { localError } from '#errors/local-error.ts'
import { isOnboarded } from '#auth/onboarded.ts'
import { can, type Permission } from '#auth/permissions.ts'

interface Person {
  role: string
  onboardedAt: Date | null
  isImpersonated: boolean
}

/** Returns the signed-in, onboarded person; redirects others to sign-in or onboarding, which return to `href`. */
export function requirePerson<T extends Person>(person: T | null, href: string): T {
  if (!person) throw redirect({ to: '/login', search: { redirect: href } })
  if (!isOnboarded(person)) throw redirect({ to: '/onboarding', search: { redirect: href } })
  return person
}

/** Throws FORBIDDEN, which the area's error component shows as 'Access Denied' in place. */
export function requirePermission(person: Person, permission: Permission): void {
  if (!can(person.role, permission)) throw localError('FORBIDDEN')
}

interface LendingContext {
  person: Person
  settings: { isLending: boolean }
}

/** The pages of lending, which are not there while the library does not lend. Throws FORBIDDEN without the permission. */
export function guardByLending({ person, settings }: LendingContext, permission: Permission): void {
  if (!settings.isLending) throw notFound()
  requirePermission(person, permission)
}

/** Throws PASSKEY_REQUIRED, in whose place the area shows how to use or add a passkey. */
export function guardByPasskey({ needsPasskey }: { needsPasskey: boolean }): void {
  // The page has its own words; those of the code would be in the first load of every page.
  if (needsPasskey) throw new AppError({ ...localError('FORBIDDEN').toJSON(), code: 'PASSKEY_REQUIRED' })
}
