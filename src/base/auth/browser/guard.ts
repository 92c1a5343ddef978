import { redirect } from '@tanstack/react-router'
import { AppError } from '#base/errors/app-error.ts'
import { localError } from '#base/errors/local-error.ts'
import { isOnboarded } from '#base/auth/onboarded.ts'
import { can, type Permission } from '#base/auth/permissions.ts'

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

/** Throws PASSKEY_REQUIRED, in whose place the area shows how to use or add a passkey. */
export function guardByPasskey({ needsPasskey }: { needsPasskey: boolean }): void {
  // The page has its own words; the sentence of PASSKEY_REQUIRED would be in the first load of every page.
  if (needsPasskey) throw new AppError({ ...localError('FORBIDDEN').toJSON(), code: 'PASSKEY_REQUIRED' })
}
