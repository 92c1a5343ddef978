import type { Page } from '@playwright/test'
import { expect, open, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const signIns = (page: Page, w: Words) => page.getByRole('main').locator('section', { hasText: w('sign_ins_title') })

test('One sees one’s own sign-ins in the account', { tag: '@phone' }, async ({ page, w, newReader }) => {
  await newReader()
  await open(page, '/app/account')
  const rows = signIns(page, w).getByRole('listitem')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(w('sign_ins_done', { way: w('security_way_code') }))
  await expect(rows).toContainText(w('account_session_device', { browser: 'Chrome', system: 'Linux' }))
})
