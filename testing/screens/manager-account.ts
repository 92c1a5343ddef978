import { runSql } from '../database.ts'
import { KEYS, makeSessionsFresh, setKeys } from '../keys.ts'
import { ADMIN } from '../server.ts'
import { nameField } from '../sign-in.ts'
import { answer, ask, dialogs, expect, press, seeText, type Act, type Area, type Key, type Visit } from './screen.ts'

const PATH = '/manager/account'
const NAMED = 'هاتف المكتبة'
/** Servers of their own, whose account has none of what others get; an object is a server. */
const WITHOUT_KEYS = { CODES_PER_CLIENT: '1000' }
const WITH_PASSKEYS = { CODES_PER_CLIENT: '1001' }
const PASSKEY_NEEDED = { REQUIRE_PASSKEY: 'admins' }

const toPanel =
  (key: Key): Act =>
  ({ page, w }) =>
    page
      .getByRole('main')
      .locator('section', { hasText: w(key) })
      .evaluate((panel) => panel.scrollIntoView({ block: 'center' }))

const addPasskeys = (dataDir: string): Promise<void> =>
  runSql(
    dataDir,
    `with added as (
       insert into passkey (id, user_id, name, public_key, credential_id, counter, device_type, backed_up, aaguid, created_at, last_used_at)
       select gen_random_uuid(), "user".id, one.name, '', one.name, 1, device, device <> 'singleDevice', aaguid,
              now() - made * interval '1 day', now() - used * interval '1 day'
       from "user", (values
         ($2, 'singleDevice', '00000000-0000-0000-0000-000000000000', 3, null::int),
         ('', 'multiDevice', 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 40, 1)) as one (name, device, aaguid, made, used)
       where email = $1 on conflict (credential_id) do nothing)
     select 1`,
    [ADMIN, NAMED],
  )

const withKeys = async (dataDir: string): Promise<void> => {
  await setKeys(dataDir, ADMIN, KEYS)
  await makeSessionsFresh(dataDir)
}

/** Presses the button of one key or passkey, which opens a dialog. */
const askAbout =
  (key: Key, name: string): Act =>
  async ({ page, w }) => {
    await page.getByRole('button', { name: w(key, { name }) }).click()
    await expect(dialogs(page)).toBeVisible()
  }

const fillKey: Act[] = [({ page, w }) => nameField(page, w).fill('Website'), answer('account_key_create')]

async function chooseNoScope({ page, w }: Visit): Promise<void> {
  await page.getByLabel(w('account_key_scopes_choose')).check()
  for (const box of await dialogs(page).getByRole('checkbox').all()) await box.setChecked(false)
}

/** The account of a manager: its API keys and passkeys, and where a passkey is needed. */
export const MANAGER_ACCOUNT: readonly Area[] = [
  {
    person: 'admin',
    before: withKeys,
    screens: [
      {
        name: 'account-keys',
        path: PATH,
        axe: 'desktop',
        act: toPanel('account_keys_note'),
        next: [{ name: 'account-key-revoke', act: askAbout('account_key_revoke_one', 'Website') }],
      },
    ],
  },
  {
    person: 'admin',
    settings: WITHOUT_KEYS,
    before: makeSessionsFresh,
    screens: [
      {
        name: 'account-keys-empty',
        path: PATH,
        act: toPanel('account_keys_text'),
        next: [
          {
            name: 'account-key-new',
            act: ask('account_key_new'),
            next: [
              {
                name: 'account-key-chosen',
                axe: 'phone',
                act: [chooseNoScope, ...fillKey, seeText('account_key_scope_required')],
              },
            ],
          },
        ],
      },
    ],
  },
  {
    // In a visit of its own, since both forms ask before they close.
    person: 'admin',
    settings: WITHOUT_KEYS,
    before: makeSessionsFresh,
    screens: [
      {
        name: 'account-key-made',
        path: PATH,
        axe: 'phone',
        act: [
          ask('account_key_new'),
          ...fillKey,
          ({ page }) => expect(dialogs(page).getByText(/^mkt_[\w-]{43}$/)).toBeVisible(),
        ],
        next: [{ name: 'account-key-lose', act: [answer('account_key_done'), seeText('account_key_lose_title')] }],
      },
    ],
  },
  {
    person: 'admin',
    settings: WITH_PASSKEYS,
    before: addPasskeys,
    screens: [
      {
        name: 'account-passkeys',
        path: PATH,
        act: toPanel('passkeys_text'),
        next: [
          { name: 'account-passkeys-rename', act: askAbout('passkey_rename_one', NAMED) },
          { name: 'account-passkeys-remove', act: askAbout('passkey_remove_one', NAMED) },
        ],
      },
    ],
  },
  {
    person: 'admin',
    settings: { ...PASSKEY_NEEDED },
    screens: [{ name: 'manager-passkey-needed', path: '/manager/users' }],
  },
  {
    person: 'admin',
    settings: PASSKEY_NEEDED,
    before: addPasskeys,
    screens: [
      {
        name: 'manager-passkey-unused',
        path: '/manager/users',
        next: [{ name: 'manager-passkey-lost', act: press('passkey_lost') }],
      },
    ],
  },
]
