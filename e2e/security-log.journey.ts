import { testAsSharedManager } from './own-manager.ts'
import { ADMIN } from '../testing/server.ts'
import { expect, heading, open } from './test.ts'

const test = testAsSharedManager

test('An admin finds who signed in, by person and kind', { tag: '@desktop' }, async ({ page, w }) => {
  await open(page, '/manager/activity')
  await page
    .getByRole('main')
    .getByRole('link', { name: w('security_title') })
    .click()
  await expect(heading(page)).toHaveText(w('security_title'))
  await expect(page).toHaveURL('/manager/activity/security')
  const main = page.getByRole('main')
  const rows = main.getByRole('list', { name: w('security_title') }).getByRole('listitem')
  const signIn = w('sign_ins_done', { way: w('security_way_code') })
  await expect(rows.filter({ hasText: signIn }).first()).toBeVisible()
  // The server has started with settings.
  await expect(rows.filter({ hasText: 'CODES_PER_CLIENT' })).toHaveCount(1)

  await main.getByRole('combobox', { name: w('security_kind') }).selectOption({ label: w('security_kind_sign_in') })
  await expect(page).toHaveURL(/[?&]event=signIn/)
  await expect(rows.filter({ hasText: 'CODES_PER_CLIENT' })).toHaveCount(0)
  await main.getByRole('searchbox').fill(ADMIN.split('@')[0] ?? '')
  await expect(page).toHaveURL(/searchTerm=/)
  await expect(rows.filter({ hasText: signIn }).first()).toBeVisible()
  await main.getByRole('searchbox').fill('nobody at all')
  await expect(main.getByText(w('security_none_text'))).toBeVisible()
})
