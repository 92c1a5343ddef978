import type { BrowserContext, Page } from '@playwright/test'

const origins = new WeakMap<BrowserContext, string>()

/** Notes the server that the pages of a context open. */
export const belongsTo = (context: BrowserContext, baseURL: string): void => void origins.set(context, baseURL)

/** The origin of the server that a page opens, also before its first visit. */
export function originOf(page: Page): string {
  const origin = origins.get(page.context())
  if (origin === undefined) throw new Error('Nobody has said to which server this context belongs')
  return origin
}
