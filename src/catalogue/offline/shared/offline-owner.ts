import type { Me } from '#kit/me/me.schema.ts'
import { getLocale } from '#base/i18n/locale.ts'

/** Whose offline catalogue this device stores, and of which pages. */
export interface OfflineOwner {
  personId: string
  /** Name of the page's build. */
  build: string
  /** What the shell shows of the person, and its language: it is loaded anew when this changes. */
  look: string
}

/** Whose offline catalogue this page may store; undefined for visitors, while impersonating, and on the development server. */
export function offlineOwnerOf(me: Me | null | undefined, build: string | undefined): OfflineOwner | undefined {
  if (!me || me.isImpersonated || me.onboardedAt === null || !build) return undefined
  return { personId: me.id, build, look: [getLocale(), me.name, me.role].join() }
}
