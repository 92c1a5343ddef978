import { redirect } from '@tanstack/react-router'
import { localError } from '#errors/local-error.ts'
import { can, type Permission } from '#auth/permissions.ts'

interface Person {
  role: string
  onboardedAt: Date | null
}

/** Lets in who is signed in and onboarded; sends others to sign in or to be welcomed, and back here after. */
export function requirePerson<T extends Person>(person: T | null, href: string): T {
  if (!person) throw redirect({ to: '/login', search: { redirect: href } })
  if (!person.onboardedAt) throw redirect({ to: '/onboarding', search: { redirect: href } })
  return person
}

/** Throws a refusal (403), which the area shows as 'Access Denied' in place. */
export function requirePermission(person: Person, permission: Permission): void {
  if (!can(person.role, permission)) throw localError('FORBIDDEN')
}
