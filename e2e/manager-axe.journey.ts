import type { Page } from '@playwright/test'
import { closeDialog, testScreens } from './axe.ts'
import { addBook, askApi, changeBook, deleteBook } from './books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, makeUser } from './people.ts'
import { addDuplicates, groups } from './duplicates.ts'
import { addSessions } from './sessions.ts'
import { books, emailField, expect, nameField, open } from './test.ts'
import { addView } from './views-api.ts'
import { changeGenre, counted, openChange } from './bulk-change.ts'
import type { Words } from './words.ts'

test.describe.configure({ mode: 'default' })

const at = (place: number): string => `0199b000-0000-7000-8000-00000000000${place}`
const [JUMA, BANNED, INVITED, ADMIN] = [at(1), at(2), at(3), at(4)]
const page = (id: string): string => `/manager/users/${id}`

test.beforeEach(async ({ dataDir }) => {
  const juma = makeUser('axe', { id: JUMA, name: 'Juma Mwangi', email: 'juma@maktaba.example' })
  await addPeople(dataDir, [
    juma,
    makeUser('axe', { id: BANNED, name: 'Otieno Odhiambo', banned: true, banReason: 'Lost the books.', banDays: 20 }),
    makeUser('axe', { id: INVITED, name: '', emailVerified: false, onboardedDays: null }),
    makeUser('axe', { id: ADMIN, name: 'ليلى الحسن', role: 'admin,user' }),
  ])
  await addSessions(dataDir, juma.email)
})

const addUser = async (where: Page) => {
  const email = `axe-${crypto.randomUUID()}@maktaba.example`
  return (await askApi(where, 'POST', '/users', { name: 'Wanjiru Mwangi', email })) as { id: string; version: number }
}

const press = (where: Page, name: string) => where.getByRole('main').getByRole('button', { name, exact: true }).click()
const ask = (key: Parameters<Words>[0]) => async (where: Page, w: Words) => {
  await press(where, w(key))
  await expect(where.getByRole('dialog').or(where.getByRole('alertdialog'))).toBeVisible()
}

const askNext = (key: Parameters<Words>[0]) => async (where: Page, w: Words) => {
  await closeDialog(where)
  await ask(key)(where, w)
}

async function selectTwo(where: Page): Promise<void> {
  await books(where).nth(1).getByRole('checkbox').check()
  await books(where).nth(2).getByRole('checkbox').check()
}

/** Adds views, of which the list of the returned path shows one. */
async function addViews(where: Page): Promise<string> {
  await addView(where, { name: 'Gallimard', isShared: false, search: { publisher: 'Gallimard' } })
  await addView(where, { name: 'دار المعارف', isShared: true, search: { sort: 'changed' } })
  return '/manager/books?publisher=Gallimard'
}

async function seeViews(where: Page, w: Words): Promise<void> {
  await where.getByRole('button', { name: `${w('views_active')} Gallimard` }).click()
  await expect(where.getByRole('dialog').getByRole('link').first()).toBeVisible()
}

testScreens(
  [
    { name: 'The list of users', path: '/manager/users' },
    { name: 'The server settings', path: '/manager/settings' },
    { name: 'The security log', path: '/manager/activity/security' },
    { name: 'A search among users', path: '/manager/users?searchTerm=ju&state=unverified&sort=added', tag: '@phone' },
    {
      name: 'The page of a user',
      path: page(JUMA),
      next: [
        { name: 'The question before deleting a user', act: ask('user_delete'), tag: '@phone' },
        { name: 'The question before acting as a user', act: ask('user_impersonate'), tag: '@desktop' },
        {
          name: 'The question before ending all sessions',
          act: askNext('user_sessions_revoke'),
          tag: '@phone',
        },
        {
          name: 'A ban',
          tag: '@phone',
          act: async (where, w) => {
            await closeDialog(where)
            await ask('user_ban')(where, w)
            await where.getByRole('radio', { name: w('user_ban_until_moment') }).check()
            await where
              .getByRole('dialog')
              .getByRole('button', { name: w('user_ban'), exact: true })
              .click()
            await expect(where.getByText(w('validation_required'))).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'The page of a banned user',
      path: page(BANNED),
      tag: '@desktop',
      next: [{ name: 'The question before lifting a ban', act: ask('user_unban'), tag: '@desktop' }],
    },
    { name: 'The page of somebody invited', path: page(INVITED), tag: '@phone' },
    { name: 'The page of an admin', path: page(ADMIN), tag: '@desktop' },
    { name: 'Nobody’s page', path: page('nobody'), tag: '@phone' },
    {
      name: 'The form of a new user',
      path: '/manager/users/new',
      tag: '@desktop',
      act: async (where, w) => {
        await press(where, w('user_add'))
        await expect(where.getByRole('alert').first()).toHaveText(w('email_required'))
      },
    },
    { name: 'The activity', path: '/manager/activity?kind=book' },
    {
      name: 'Deleted books',
      path: async (where) => {
        const { id } = await addBook(where, { title: `Axe ${crypto.randomUUID()}` })
        await deleteBook(where, id)
        return '/manager/books/deleted'
      },
      act: async (where, w) => {
        await expect(where.getByRole('table').getByRole('row').nth(1)).toBeVisible()
        await where.getByRole('checkbox').nth(1).check()
        await expect(where.getByRole('button', { name: w('trash_delete') })).toBeVisible()
      },
    },
    {
      name: 'A deleted book that collides, and what is taken over from it',
      path: async (where) => {
        const book = { title: `Collides ${crypto.randomUUID()}`, author: 'Axe' }
        const { id } = await addBook(where, book)
        await changeBook(where, id, { publisher: 'Oxford' })
        await deleteBook(where, id)
        await addBook(where, { ...book, publisher: 'Cambridge' })
        return `/manager/books/deleted?searchTerm=${encodeURIComponent(book.title)}`
      },
      act: async (where, w) => {
        await where.getByRole('checkbox').nth(1).check()
        await press(where, w('trash_restore'))
        await press(where, w('duplicates_merge'))
        await expect(where.getByRole('main').getByRole('radio').first()).toBeVisible()
      },
    },
    {
      name: 'The history of a user',
      path: async (where) => {
        const { id, version } = await addUser(where)
        await askApi(where, 'PATCH', `/users/${id}`, { version, name: 'Wanjiru wa Mwangi' })
        return page(id)
      },
      act: async (where, w) => {
        await press(where, w('book_version_open'))
        await expect(where.getByRole('button', { name: w('book_version_restore_all') })).toBeVisible()
      },
    },
    {
      name: 'Deleted users',
      path: async (where) => {
        const { id } = await addUser(where)
        await askApi(where, 'DELETE', `/users/${id}`)
        return '/manager/users/deleted'
      },
      act: async (where, w) => {
        await where.getByRole('checkbox').nth(1).check()
        await expect(where.getByRole('button', { name: w('trash_restore'), exact: true })).toBeVisible()
      },
    },
    {
      name: 'The genres',
      path: '/manager/genres',
      next: [
        {
          name: 'The form of a genre',
          act: async (where) => {
            await where.getByRole('table').getByRole('button').first().click()
            await expect(where.getByRole('dialog')).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'The views of a list',
      path: addViews,
      act: seeViews,
      next: [
        {
          name: 'The form of a view',
          act: async (where, w) => {
            await where.getByRole('button', { name: w('views_new') }).click()
            await where.getByRole('textbox', { name: w('view_name') }).fill('')
            await where.getByRole('button', { name: w('noun_save') }).click()
            await expect(where.getByRole('alert')).toHaveText(w('name_required'))
          },
        },
      ],
    },
    {
      name: 'Possible duplicates, and what is kept of them',
      path: '/manager/duplicates',
      act: async (where, w) => {
        await addDuplicates(where)
        await expect(async () => {
          await open(where, '/manager/duplicates')
          await expect(groups(where).first()).toBeVisible({ timeout: 1000 })
        }).toPass({ intervals: [2000] })
        await groups(where)
          .first()
          .getByRole('button', { name: w('duplicates_merge') })
          .click()
        await expect(where.getByRole('heading', { name: w('duplicates_choose') })).toBeVisible()
      },
    },
    {
      name: 'The question before deleting several books',
      path: '/manager/books',
      tag: '@desktop',
      act: async (where, w) => {
        await selectTwo(where)
        await ask('book_delete')(where, w)
      },
      next: [
        {
          name: 'What happened to several books',
          tag: '@desktop',
          act: async (where, w) => {
            await closeDialog(where)
            await changeGenre(where, w, w('genre_poetry'), 2)
            await expect(where.getByText(w('books_bulk_changed', { books: counted(w, 2) }))).toBeVisible()
            await where.getByText(w('books_report_each')).click()
          },
        },
      ],
    },
    {
      name: 'The choice of what to change in several books',
      path: '/manager/books',
      tag: '@phone',
      act: async (where, w) => {
        await selectTwo(where)
        await openChange(where, w)
      },
      next: [
        {
          name: 'The preview of a change of several books',
          tag: '@phone',
          act: async (where, w) => {
            const dialog = where.getByRole('dialog')
            await dialog.getByRole('button', { name: w('books_preview') }).click()
            await expect(dialog.getByRole('listitem').first()).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'The question before deleting a book',
      path: '/manager/books?searchTerm=fahrenheit',
      tag: '@phone',
      act: async (where, w) => {
        await books(where).first().getByRole('link').click()
        await ask('book_delete')(where, w)
      },
    },
  ],
  test,
)

// No other screen comes after them: a form keeps what is not saved, and the session is somebody else’s.
testScreens(
  [
    {
      name: 'The form of a user',
      path: `${page(JUMA)}/update`,
      tag: '@phone',
      next: [
        {
          name: 'A conflict about a user',
          tag: '@phone',
          act: async (where, w) => {
            await emailField(where, w).fill(`juma-${crypto.randomUUID().slice(0, 8)}@maktaba.example`)
            const { origin } = new URL(where.url())
            const call = where.context().request
            const { version } = await (await call.get(`/api/v1/users/${JUMA}`)).json()
            const data = { version, name: `Juma ${crypto.randomUUID().slice(0, 8)}` }
            expect((await call.patch(`/api/v1/users/${JUMA}`, { data, headers: { origin } })).ok()).toBe(true)
            await nameField(where, w).fill('Juma wa Mwangi')
            await press(where, w('user_save'))
            await expect(where.getByRole('heading', { name: w('conflict_title') })).toBeVisible()
          },
        },
      ],
    },
    {
      name: 'Somebody else’s eyes',
      path: page(JUMA),
      tag: '@desktop',
      act: async (where, w) => {
        const end = where.getByRole('button', { name: w('impersonation_end') })
        await ask('user_impersonate')(where, w)
        await where.getByLabel(w('user_impersonate_reason')).fill('Asked for help')
        await where
          .getByRole('alertdialog')
          .getByRole('button', { name: w('user_impersonate') })
          .click()
        await expect(where).toHaveURL(/\/app/)
        await open(where, '/app/books')
        await expect(end).toBeVisible()
      },
    },
  ],
  test,
)
