import { expect, type Page } from '@playwright/test'
import { addPeople, type TestUser } from '../e2e/people.ts'
import { addSessions } from '../e2e/sessions.ts'
import { waitForHydration } from '../e2e/sign-in.ts'
import type { Words } from '../e2e/words.ts'
import type { Screen } from './screen.ts'

const idOf = (index: number): string => `0199a000-0000-7000-8000-${String(index).padStart(12, '0')}`

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
const [JUMA] = PEOPLE

let adding: Promise<void> | undefined

/** Adds the users and reloads the page. */
async function withPeople(page: Page, dataDir: string): Promise<void> {
  adding ??= addPeople(dataDir, PEOPLE).then(() => addSessions(dataDir, JUMA?.email ?? ''))
  await adding
  await page.reload()
  await waitForHydration(page)
}

const screen = (name: string, path: string, act?: (page: Page, w: Words) => Promise<void>): Screen => ({
  name: `manager-${name}`,
  person: 'admin',
  path,
  act: async (page, w, dataDir) => {
    await withPeople(page, dataDir)
    await act?.(page, w)
  },
})

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click()

async function addUser(page: Page, name: string, email: string): Promise<string> {
  const { origin } = new URL(page.url())
  const answer = await page
    .context()
    .request.post(`${origin}/api/v1/users`, { data: { name, email }, headers: { origin } })
  return (await answer.json()).id
}

/** Adds users of these names, and deletes them. Returns their addresses. */
async function deleteNew(page: Page, names: readonly string[]): Promise<string[]> {
  const { origin } = new URL(page.url())
  const emails: string[] = []
  for (const name of names) {
    const email = `${crypto.randomUUID().slice(0, 8)}@maktaba.example`
    const id = await addUser(page, name, email)
    await page.context().request.delete(`${origin}/api/v1/users/${id}`, { headers: { origin } })
    emails.push(email)
  }
  return emails
}

/** Users as managers see them. */
export const MANAGER_USER_SCREENS: Screen[] = [
  screen('users', '/manager/users'),
  screen('users-search', '/manager/users?searchTerm=ju'),
  screen('users-filter', '/manager/users?state=banned&sort=added'),
  screen('users-empty', '/manager/users?searchTerm=zzzz'),
  screen('user', `/manager/users/${idOf(1)}`),
  screen('user-admin', `/manager/users/${idOf(2)}`),
  screen('user-invited', `/manager/users/${idOf(3)}`),
  screen('user-banned', `/manager/users/${idOf(4)}`),
  screen('user-missing', '/manager/users/nobody'),
  screen('user-ban', `/manager/users/${idOf(5)}`, async (page, w) => {
    await press(page, w('user_ban'))
    await page.getByRole('radio', { name: w('user_ban_until_moment') }).check()
  }),
  screen('user-delete', `/manager/users/${idOf(5)}`, async (page, w) => {
    await press(page, w('user_delete'))
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('users-deleted', '/manager/users', async (page, w) => {
    const [taken = ''] = await deleteNew(page, ['Mwalimu Abdulrazak Gurnah', 'Bessie Head', 'ليلى أبو زيد'])
    await addUser(page, 'Bessie Amelia Head', taken)
    await page.goto('/manager/users/deleted')
    const boxes = page.getByRole('checkbox')
    await boxes.nth(3).click()
    await page.getByRole('button', { name: w('trash_restore'), exact: true }).click()
    await expect(page.getByRole('link', { name: w('user_trash_collided_open') })).toBeVisible()
    await boxes.nth(1).click()
  }),
  screen('user-history', `/manager/users/${idOf(1)}`, async (page, w) => {
    const { origin } = new URL(page.url())
    const { request } = page.context()
    const at = `${origin}/api/v1/users/${idOf(1)}`
    const { version } = await (await request.get(at)).json()
    await request.patch(at, { data: { version, name: 'Juma Mwangi Otieno' }, headers: { origin } })
    await page.reload()
    const opener = page.getByRole('button', { name: w('book_version_open') }).first()
    await opener.click()
    await expect(page.getByRole('button', { name: w('book_version_restore_all') })).toBeVisible()
    await page.getByRole('button', { name: w('book_version_restore_all') }).scrollIntoViewIfNeeded()
  }),
  screen('user-deleted', '/manager/users', async (page, w) => {
    await deleteNew(page, ['Grace Ogot'])
    await page.goto('/manager/users/deleted')
    await page.getByRole('link', { name: 'Grace Ogot' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(w('user_trash_page_title'))
  }),
  screen('users-empty-trash', '/manager/users', async (page, w) => {
    await deleteNew(page, ['Tsitsi Dangarembga'])
    await page.goto('/manager/users/deleted')
    await page.getByRole('button', { name: w('trash_empty'), exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
  }),
  screen('user-new', '/manager/users/new', async (page, w) => {
    await page.getByLabel(w('login_email_label'), { exact: true }).fill('juma@maktaba')
    await press(page, w('user_add'))
    await expect(page.getByRole('alert').first()).toBeVisible()
  }),
  screen('user-update', `/manager/users/${idOf(1)}/update`),
  screen('user-conflict', `/manager/users/${idOf(7)}/update`, async (page, w) => {
    await page.getByLabel(w('onboarding_name_label'), { exact: true }).fill('Baraka Juma Otieno')
    const { origin } = new URL(page.url())
    const { request } = page.context()
    const { updatedAt } = await (await request.get(`${origin}/api/v1/users/${idOf(7)}`)).json()
    const data = { updatedAt, name: `Baraka (${crypto.randomUUID().slice(0, 4)})` }
    await request.patch(`${origin}/api/v1/users/${idOf(7)}`, { data, headers: { origin } })
    await press(page, w('user_save'))
    await expect(page.getByRole('button', { name: w('conflict_save') })).toBeVisible()
  }),
  screen('impersonation-question', `/manager/users/${idOf(5)}`, async (page, w) => {
    await press(page, w('user_impersonate'))
    await expect(page.getByLabel(w('user_impersonate_reason'))).toBeVisible()
  }),
  screen('impersonation', `/manager/users/${idOf(5)}`, async (page, w) => {
    await press(page, w('user_impersonate'))
    await page.getByLabel(w('user_impersonate_reason')).fill('Asked for help')
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: w('user_impersonate') })
      .click()
    await expect(page.getByRole('button', { name: w('impersonation_end') })).toBeVisible()
    await waitForHydration(page)
  }),
]
