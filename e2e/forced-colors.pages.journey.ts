import type { Locator } from '@playwright/test'
import { expect, open, test } from './test.ts'

/** An element's visible style without backgrounds and shadows, as in forced colours; transparent borders show. */
const look = (element: Locator) =>
  element.evaluate((one) => {
    const { borderTopStyle, borderTopWidth, backgroundColor } = getComputedStyle(one)
    return {
      border: borderTopStyle !== 'none' && borderTopWidth !== '0px',
      background: backgroundColor,
    }
  })

test.use({ person: 'reader' })

test('Forced colours show buttons, the current tab, a drawer’s edge', { tag: '@phone' }, async ({ page, w }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/app/account')
  const tab = (name: string) => page.getByRole('navigation').getByRole('link', { name })
  const [current, other] = await Promise.all([look(tab(w('nav_account'))), look(tab(w('nav_home')))])
  expect(current.background).not.toBe(other.background)

  await page.getByRole('button', { name: w('account_sign_out'), exact: true }).tap()
  const drawer = page.getByRole('alertdialog')
  await expect(drawer).toBeVisible()
  expect(await look(drawer)).toMatchObject({ border: true })
  expect(await look(drawer.getByRole('button', { name: w('account_sign_out') }))).toMatchObject({ border: true })
})
