import { expect } from '@playwright/test'
import { reload } from '../e2e/sign-in.ts'
import type { Screen } from './screen.ts'

const path = '/manager/backups'

/** Backups: none yet, and one that was just made. */
export const MANAGER_BACKUP_SCREENS: Screen[] = [
  { name: 'manager-backups-none', person: 'admin', path },
  {
    name: 'manager-backups',
    person: 'admin',
    path,
    act: async (page, w) => {
      // Of the pictures that are taken at once one makes it.
      await page
        .getByRole('button', { name: w('backups_start') })
        .click({ timeout: 1000 })
        .catch(() => undefined)
      // Pages are not refreshed while pictures are taken.
      await expect(async () => {
        await reload(page)
        await expect(page.getByText(w('backups_verified'), { exact: true }).first()).toBeVisible({ timeout: 500 })
        await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: 500 })
      }).toPass({ timeout: 25_000 })
    },
  },
]
