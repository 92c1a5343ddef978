import type { BrowserContext, Page } from '@playwright/test'

const origins = new WeakMap<BrowserContext, string>()

/** Notes the server that the pages of a context open. */
export const belongsTo = (context: BrowserContext, baseURL: string): void => void origins.set(context, baseURL)

/** The origin of the server that a page opens, also before its first visit. */
export const originOf = (page: Page): string => origins.get(page.context()) ?? new URL(page.url()).origin
