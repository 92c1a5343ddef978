import type { Locator, Page } from '@playwright/test'

/** The panel of the dashboard with a heading. */
export const panel = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })

/** The figure of the dashboard with a label. */
export const card = (page: Page, label: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
