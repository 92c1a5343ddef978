import type { Me } from '#features/account/account.schema.ts'
import { getLocale } from '#i18n/locale.ts'

/** Whose copy is kept on this device, and of which pages. */
export interface CopyOwner {
  personId: string
  /** Name of the page's build. */
  build: string
  /** What the shell shows of the person, and its language: it is loaded anew when this changes. */
  look: string
}

/** The owner of a copy; undefined for nobody, for an impersonated person, and in a page from sources. */
export function copyOwnerOf(me: Me | null | undefined, build: string | undefined): CopyOwner | undefined {
  if (!me || me.isImpersonated || me.onboardedAt === null || !build) return undefined
  return { personId: me.id, build, look: [getLocale(), me.name, me.role].join() }
}
