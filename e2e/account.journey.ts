import type { Page } from '@playwright/test'
import { expect, heading, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const signOut = (page: Page, w: Words) =>
  page.getByRole('main').getByRole('button', { name: w('account_sign_out'), exact: true })
const dialog = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w('account_sign_out_title') })

test(
  'The account shows who is signed in, and signing out asks first',
  { tag: ['@phone', '@slow'] },
  async ({ page, w, newReader }) => {
    const email = await newReader('Zawadi Otieno')
    await open(page, '/app')
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: w('nav_account') })
      .click()
    await expect(heading(page)).toHaveText(w('account_title'))
    await expect(page.getByText('Zawadi Otieno', { exact: true })).toBeVisible()
    await expect(page.getByText(email)).toBeVisible()
    await expect(page.getByText(w('account_not_verified'))).toHaveCount(0)

    await signOut(page, w).click()
    await expect(dialog(page, w)).toBeVisible()
    await expect(dialog(page, w)).toHaveAccessibleDescription(w('way_back_code', { email }))
    await dialog(page, w)
      .getByRole('button', { name: w('common_cancel') })
      .click()
    await expect(dialog(page, w)).toHaveCount(0)
    await expect(signOut(page, w)).toBeFocused()

    await signOut(page, w).click()
    await dialog(page, w)
      .getByRole('button', { name: w('account_sign_out'), exact: true })
      .click()
    await expect(heading(page)).toHaveText(w('login_title'))
    // Neither Back nor a URL shows data of the previous user.
    await page.goBack()
    await expect(heading(page)).toHaveText(w('login_title'))
    await open(page, '/app/account')
    await expect(page).toHaveURL('/login?redirect=%2Fapp%2Faccount')
    await expect(page.getByText(email)).toHaveCount(0)
  },
)
