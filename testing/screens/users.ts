import { askApi } from '../books-api.ts'
import { addPeople, type TestUser } from '../people.ts'
import { addSessions } from '../sessions.ts'
import { emailField, nameField, waitForHydration } from '../sign-in.ts'
import { answer, ask, oncePerServer, press, see, seeText, type Area, type Visit } from './screen.ts'

const LIST = '/manager/users'
const idOf = (index: number): string => `0199a000-0000-7000-8000-${String(index).padStart(12, '0')}`
const pageOf = (index: number): string => `${LIST}/${idOf(index)}`

const PEOPLE: TestUser[] = [
  { id: idOf(1), name: 'Juma Mwangi', email: 'juma@maktaba.example', addedDays: 260, onboardedDays: 260 },
  {
    id: idOf(2),
    name: 'Wanjikũ wa Ngũgĩ-Kamau Nyambura Achieng',
    email: 'wanjiku.nyambura.achieng.kamau@library.nairobi.example',
    role: 'admin,user',
    addedDays: 90,
    onboardedDays: 80,
  },
  { id: idOf(3), name: '', email: 'newcomer@maktaba.example', emailVerified: false, onboardedDays: null },
  {
    id: idOf(4),
    name: 'Otieno Odhiambo',
    email: 'otieno@maktaba.example',
    banned: true,
    banReason: 'Sold the books that he had borrowed.',
    banDays: 20,
    onboardedDays: 40,
  },
  { id: idOf(5), name: 'ليلى الحسن', email: 'layla@maktaba.example', onboardedDays: 12, addedDays: 14 },
  { id: idOf(6), name: 'Aïcha Diallo', email: 'aicha@maktaba.example', role: 'admin', onboardedDays: 5 },
  { id: idOf(7), name: 'Baraka Juma', email: 'baraka@maktaba.example', emailVerified: false, onboardedDays: 2 },
  ...Array.from({ length: 24 }, (_, index) => ({
    id: idOf(100 + index),
    name: `Reader ${index + 1}`,
    email: `reader-${index + 1}@school.example`,
  })),
]

const before = oncePerServer(async (dataDir) => {
  await addPeople(dataDir, PEOPLE)
  await addSessions(dataDir, 'juma@maktaba.example')
})

const newEmail = (): string => `${crypto.randomUUID().slice(0, 8)}@maktaba.example`

async function addUser({ page }: Visit, name: string, email = newEmail()) {
  return (await askApi(page, 'POST', '/users', { name, email })) as { id: string; version: number; email: string }
}

/** Adds users of these names and deletes them. Returns the first one. */
async function deleteNew(visit: Visit, ...names: string[]) {
  const users: Awaited<ReturnType<typeof addUser>>[] = []
  for (const name of names) {
    const user = await addUser(visit, name)
    await askApi(visit.page, 'DELETE', `/users/${user.id}`)
    users.push({ ...user })
  }
  return users[0]!
}

async function renameMeanwhile({ page }: Visit, id: string, name: string): Promise<void> {
  const { version } = (await askApi(page, 'GET', `/users/${id}`)) as { version: number }
  await askApi(page, 'PATCH', `/users/${id}`, { version, name })
}

const PAGES: Area = {
  person: 'admin',
  before,
  screens: [
    { name: 'manager-users', path: LIST, axe: 'both' },
    { name: 'manager-users-search', path: `${LIST}?searchTerm=ju&state=unverified&sort=added`, axe: 'phone' },
    { name: 'manager-users-filter', path: `${LIST}?state=banned&sort=added` },
    { name: 'manager-users-empty', path: `${LIST}?searchTerm=zzzz` },
    {
      name: 'manager-user',
      path: pageOf(1),
      axe: 'both',
      next: [
        { name: 'manager-user-delete', axe: 'phone', act: ask('user_delete') },
        { name: 'manager-impersonation-question', axe: 'desktop', act: ask('user_impersonate') },
        { name: 'manager-user-sessions-end', axe: 'phone', act: ask('user_sessions_revoke') },
        {
          name: 'manager-user-ban',
          act: [
            ask('user_ban'),
            ({ page, w }) => page.getByRole('radio', { name: w('user_ban_until_moment') }).check(),
          ],
          next: [
            { name: 'manager-user-ban-error', axe: 'phone', act: [answer('user_ban'), seeText('validation_required')] },
          ],
        },
      ],
    },
    { name: 'manager-user-admin', path: pageOf(2), axe: 'desktop' },
    { name: 'manager-user-invited', path: pageOf(3), axe: 'phone' },
    {
      name: 'manager-user-card',
      path: async (visit) => `${LIST}/${(await addUser(visit, 'Juma Mwangi')).id}`,
      axe: 'phone',
      act: [
        press('card_make'),
        ({ page, w }) =>
          page
            .getByRole('dialog')
            .getByRole('button', { name: w('card_make'), exact: true })
            .click(),
        see('card_copy', 'button'),
      ],
    },
    {
      name: 'manager-user-banned',
      path: pageOf(4),
      axe: 'desktop',
      next: [{ name: 'manager-user-unban', axe: 'desktop', act: ask('user_unban') }],
    },
    { name: 'manager-user-missing', path: `${LIST}/nobody`, axe: 'phone' },
    {
      name: 'manager-users-deleted',
      path: async (visit) => {
        const { email } = await deleteNew(visit, 'Mwalimu Abdulrazak Gurnah', 'Bessie Head', 'ليلى أبو زيد')
        await addUser(visit, 'Bessie Amelia Head', email)
        return `${LIST}/deleted`
      },
      axe: 'both',
      act: [
        ({ page }) => page.getByRole('checkbox').nth(3).check(),
        press('trash_restore'),
        see('user_trash_collided_open', 'link'),
        ({ page }) => page.getByRole('checkbox').nth(1).check(),
      ],
    },
    {
      name: 'manager-user-history',
      path: async (visit) => {
        const { id } = await addUser(visit, 'Juma Mwangi')
        await renameMeanwhile(visit, id, 'Juma Mwangi Otieno')
        return `${LIST}/${id}`
      },
      axe: 'both',
      act: async ({ page, w }) => {
        await page
          .getByRole('button', { name: w('book_version_open') })
          .first()
          .click()
        await page.getByRole('button', { name: w('book_version_restore_all') }).scrollIntoViewIfNeeded()
      },
    },
    {
      name: 'manager-user-deleted',
      path: async (visit) => `${LIST}/${(await deleteNew(visit, 'Grace Ogot')).id}`,
      act: see('user_trash_page_title', 'heading'),
    },
    {
      name: 'manager-users-empty-trash',
      path: async (visit) => {
        await deleteNew(visit, 'Tsitsi Dangarembga')
        return `${LIST}/deleted`
      },
      act: ask('trash_empty'),
    },
    {
      name: 'manager-user-new',
      path: `${LIST}/new`,
      axe: 'desktop',
      act: [press('user_add'), seeText('email_required')],
    },
  ],
}

/** No other screen comes after them in a visit: a form asks what becomes of its text, and the session is somebody else's. */
const LAST: Area = {
  person: 'admin',
  before,
  screens: [
    {
      name: 'manager-user-update',
      path: pageOf(7) + '/update',
      axe: 'phone',
      next: [
        {
          name: 'manager-user-conflict',
          axe: 'phone',
          act: [
            ({ page, w }) => emailField(page, w).fill(newEmail()),
            ({ page, w }) => nameField(page, w).fill('Baraka Juma Otieno'),
            (visit) => renameMeanwhile(visit, idOf(7), `Baraka (${crypto.randomUUID().slice(0, 4)})`),
            press('noun_save'),
            see('conflict_save'),
          ],
        },
      ],
    },
    {
      name: 'manager-impersonation',
      path: pageOf(5),
      axe: 'desktop',
      act: [
        ask('user_impersonate'),
        ({ page, w }) => page.getByLabel(w('user_impersonate_reason')).fill('Asked for help'),
        answer('user_impersonate'),
        see('impersonation_end'),
        ({ page }) => waitForHydration(page),
      ],
    },
  ],
}

/** Users as managers see them. */
export const USERS: readonly Area[] = [PAGES, LAST]
