import { isNotFound } from '@tanstack/react-router'
import { m } from '#i18n/paraglide/messages.js'
import { AppError } from '#errors/app-error.ts'
import { fromThrown } from '#errors/local-error.ts'

/** What a page's title needs to know of its route. */
export interface TitleContext {
  /** Absent only where not even the settings could be read. */
  settings?: { hint: { name: string | null; emoji: string | null } }
}

/** The part of a route's match that its title depends on. */
interface TitledMatch {
  context: TitleContext
  status: string
  error?: unknown
}

/**
 * The page's title: the environment's emoji or name, the page, the product (section 1 of the specification). A page that
 * could not be loaded is called by its error, as its heading is.
 */
export function pageTitle(page: string, { context: { settings }, status, error }: TitledMatch): string {
  const { emoji, name } = settings?.hint ?? {}
  const prefix = emoji ? `${emoji} ` : name ? `${name} · ` : ''
  return `${prefix}${status === 'error' ? errorTitle(error) : page} · Maktaba`
}

/** Whether a page could not be shown for a fault of the server, which it has told. */
export const isFault = (error: unknown): error is AppError => error instanceof AppError && error.status >= 500

/** Whether a page could not be shown because this device has no network. */
export const isOffline = (error: unknown): boolean =>
  isUnanswered(fromThrown(error).code) && typeof navigator !== 'undefined' && navigator.onLine === false

const isUnanswered = (code: string): boolean => code === 'NETWORK' || code === 'FILE_LOST'

/** The heading of a page that could not be shown: what went wrong. */
export function errorTitle(error: unknown): string {
  const { status } = fromThrown(error)
  if (status === 403) return m.page_403_title()
  if (status === 404 || isNotFound(error)) return m.page_404_title()
  if (isOffline(error)) return m.page_offline_title()
  return isFault(error) ? m.page_500_title() : m.page_unknown_title()
}
