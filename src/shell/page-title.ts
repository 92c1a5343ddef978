import { m } from '#i18n/paraglide/messages.js'
import { AppError, fromThrown } from '#lib/app-error.ts'

/** What a page's title needs to know of its route. */
export interface TitleContext {
  /** Absent only where not even the settings could be read. */
  settings?: { hint: { name: string | null; emoji: string | null } }
}

/** The page's title: the environment's emoji or name, the page, the product (section 1 of the specification). */
export function pageTitle(page: string, { settings }: TitleContext): string {
  const prefix = settings?.hint.emoji ?? settings?.hint.name
  return `${prefix ? `${prefix} ` : ''}${page} · Maktaba`
}

/** Whether a page could not be shown for a fault of the server, which it has told. */
export const isFault = (error: unknown): error is AppError => error instanceof AppError && error.status >= 500

/** What a page is called that could not be shown: what went wrong. */
export function errorTitle(error: unknown): string {
  const { status } = fromThrown(error)
  if (status === 403) return m.page_403_title()
  if (status === 404) return m.page_404_title()
  return isFault(error) ? m.page_500_title() : m.page_unknown_title()
}
