import { redirect } from '@tanstack/react-router'
import { AppError } from '#lib/app-error.ts'
import { can, type Permission } from './permissions.ts'

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

/** Throws FORBIDDEN, which the area shows as 'Access Denied' in place. */
export function requirePermission(person: Person, permission: Permission): void {
  if (!can(person.role, permission)) throw new AppError({ code: 'FORBIDDEN', status: 403 })
}
