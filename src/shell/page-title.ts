import { isNotFound } from '@tanstack/react-router'
import { m } from '#base/i18n/paraglide/messages.js'
import { AppError } from '#base/errors/app-error.ts'
import { fromThrown } from '#base/errors/local-error.ts'

/** Context of a route that titles need. */
export interface TitleContext {
  /** Missing only if the settings could not be read. */
  settings?: { hint: { name: string | null; emoji: string | null }; libraryName?: string | null }
}

/** The fields of a route's match that its title depends on. */
interface TitledMatch {
  context: TitleContext
  status: string
  error?: unknown
}

const PRODUCT = 'Maktaba'

/**
 * The page's title: emoji or name of the environment, page, library if it has a name, product (section 1 of the
 * specification). A page that failed has its error as title, like its heading.
 */
export function pageTitle(page: string, { context: { settings }, status, error }: TitledMatch): string {
  const { emoji, name } = settings?.hint ?? {}
  const prefix = emoji ? `${emoji} ` : name ? `${name} · ` : ''
  const library = settings?.libraryName
  const names = [status === 'error' ? errorTitle(error) : page, ...(library ? [library] : []), PRODUCT]
  return `${prefix}${names.join(' · ')}`
}

/** What the site is called where one name stands alone: as the library, as the product while it has no name. */
export const siteName = (settings: TitleContext['settings']): string => settings?.libraryName ?? PRODUCT

/** The `head` of a route: its title is the one that the loader has returned or `throwNotFound` was given, else `fallback`. */
export const titleHead =
  (fallback?: () => string) =>
  ({ loaderData, match }: { loaderData?: unknown; match: TitledMatch }) => {
    const title = titleIn(loaderData) ?? (isNotFound(match.error) ? titleIn(match.error.data) : undefined)
    return { meta: [{ title: pageTitle(title ?? fallback?.() ?? '', match) }] }
  }

const titleIn = (data: unknown): string | undefined =>
  typeof data === 'object' && data !== null && 'title' in data && data.title !== undefined
    ? String(data.title)
    : undefined

/** Whether a page failed because the server answered a status of 500 or more. */
export const isFault = (error: unknown): error is AppError => error instanceof AppError && error.status >= 500

/** Whether a page failed because this device has no network. */
export const isOffline = (error: unknown): boolean =>
  isUnanswered(fromThrown(error).code) && typeof navigator !== 'undefined' && navigator.onLine === false

const isUnanswered = (code: string): boolean => code === 'NETWORK' || code === 'FILE_LOST'

/** The heading of a failed page: what went wrong. */
export function errorTitle(error: unknown): string {
  const { status } = fromThrown(error)
  if (status === 403) return m.page_403_title()
  if (status === 404 || isNotFound(error)) return m.page_404_title()
  if (isOffline(error)) return m.page_offline_title()
  return isFault(error) ? m.page_500_title() : m.page_unknown_title()
}
