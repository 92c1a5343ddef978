import type { Page } from '@playwright/test'
import { buildInfo } from '#base/lib/build-info.server.ts'
import { expect, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const { version } = buildInfo()

test.use({ person: 'reader' })

async function openVersion(page: Page, w: Words): Promise<void> {
  await open(page, '/app/account')
  await page.getByRole('button', { name: w('account_version', { version }) }).click()
  await expect(page.getByRole('dialog', { name: w('account_version_title') })).toContainText(version)
}

const copy = (page: Page, w: Words) => page.getByRole('dialog').getByRole('button', { name: w('account_version_copy') })

test('The version is copied for a report', { tag: ['@desktop', '@slow'] }, async ({ page, context, w }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openVersion(page, w)
  await copy(page, w).click()
  await expect(page.getByText(w('account_version_copied'))).toBeVisible()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  expect(text.split('\n').slice(0, 2)).toEqual([
    `${w('account_version_product')}: Maktaba`,
    `${w('account_version_number')}: ${version}`,
  ])
  expect(text).toContain(w('account_version_built'))
})
