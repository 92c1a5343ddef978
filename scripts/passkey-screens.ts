import { expect, type Page } from '@playwright/test'
import { runSql } from '../e2e/database.ts'
import { ADMIN } from '../e2e/server.ts'
import { waitForHydration } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const REQUIRED = { REQUIRE_PASSKEY: 'admins' }
const OWN = { CODES_PER_CLIENT: '1001' }

/** Gives the admin two passkeys, one of them named, and shows the page again. */
async function withPasskeys(page: Page, _: Words, dataDir: string): Promise<void> {
  await runSql(
    dataDir,
    `with added as (
       insert into passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, aaguid, created_at, last_used_at)
       select gen_random_uuid(), "user".id, one.name, '', one.name, 1, device, device <> 'singleDevice', aaguid,
              now() - made * interval '1 day', now() - used * interval '1 day'
       from "user", (values
         ('هاتف المكتبة', 'singleDevice', '00000000-0000-0000-0000-000000000000', 3, null::int),
         ('', 'multiDevice', 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 40, 1)) as one (name, device, aaguid, made, used)
       where email = $1 on conflict (credential_id) do nothing)
     select 1`,
    [ADMIN],
  )
  await page.reload()
  await waitForHydration(page)
}

async function toPanel(page: Page, w: Words): Promise<void> {
  const panel = page.getByRole('main').locator('section', { hasText: w('passkeys_text') })
  await panel.evaluate((found) => found.scrollIntoView({ block: 'center' }))
}

const opened = (key: 'passkey_rename_one' | 'passkey_remove_one') => async (page: Page, w: Words, dataDir: string) => {
  await withPasskeys(page, w, dataDir)
  await page.getByRole('button', { name: w(key, { name: 'هاتف المكتبة' }) }).click()
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
}

const ACCOUNT = { person: 'admin', path: '/manager/account', settings: OWN } as const
const MANAGE = { person: 'admin', path: '/manager/users', settings: REQUIRED } as const

/** Passkeys in the account, and where managers need one. */
export const PASSKEY_SCREENS: Screen[] = [
  {
    ...ACCOUNT,
    name: 'account-passkeys',
    act: async (page, w, dataDir) => {
      await withPasskeys(page, w, dataDir)
      await toPanel(page, w)
    },
  },
  { ...ACCOUNT, name: 'account-passkeys-rename', act: opened('passkey_rename_one') },
  { ...ACCOUNT, name: 'account-passkeys-remove', act: opened('passkey_remove_one') },
  { ...MANAGE, name: 'manager-passkey-needed' },
  { ...MANAGE, name: 'manager-passkey-unused', act: withPasskeys },
  {
    ...MANAGE,
    name: 'manager-passkey-lost',
    act: async (page, w, dataDir) => {
      await withPasskeys(page, w, dataDir)
      await page.getByRole('button', { name: w('passkey_lost') }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
]
