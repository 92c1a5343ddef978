import type { Locator, Page } from '@playwright/test'

/** The toasts with a text. */
export const toast = (page: Page, text: string): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })
