import type { Page } from '@playwright/test'
import { newestMail } from '../testing/outbox.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, newWord, SIGNED_OUT, makeUser } from '../testing/people.ts'
import { emailField, expect, goOn, heading, newAddress, open, reload, rows } from './test.ts'
import { toast } from './toasts.ts'
import { words, type Words } from '../testing/words.ts'

test.describe.configure({ mode: 'default' })

const status = (page: Page) => page.getByRole('main').getByRole('status').first()
const search = (page: Page, w: Words) => page.getByRole('searchbox', { name: w('users_search_label') })

test.describe('The list of users', () => {
  test(
    'finds by name and by address, marked, and Back leads out of the search',
    { tag: '@phone' },
    async ({ page, w, dataDir }) => {
      const word = newWord()
      const juma = makeUser(word)
      await addPeople(dataDir, [juma, makeUser('other', { email: `${word}@elsewhere.example`, name: 'Ngũgĩ' })])
      await open(page, '/manager/users')
      await search(page, w).fill(word.toUpperCase())
      await expect(status(page)).toHaveText(w('list_results', { count: 2, total: 2, searchTerm: word.toUpperCase() }))
      await expect(rows(page)).toHaveCount(2)
      await expect(rows(page).locator('mark')).toHaveCount(3)
      await search(page, w).fill(`juma ${word}`)
      await expect(rows(page)).toHaveCount(1)
      await expect(page).toHaveURL(`/manager/users?searchTerm=juma+${word}`)
      await rows(page).getByRole('link').click()
      await expect(heading(page)).toHaveText(juma.name)
      await page.goBack()
      await expect(rows(page)).toHaveCount(1)
      await expect(search(page, w)).toHaveValue(`juma ${word}`)
      await page.goBack()
      await expect(page).toHaveURL('/manager/users')
      await expect(search(page, w)).toHaveValue('')
      // One that is too long is refused at its field.
      await search(page, w).fill('x'.repeat(201))
      await expect(page.getByRole('alert')).toHaveText(w('validation_string_max', { limit: 200 }))
    },
  )

  test('shows the state of each user, and missing values', { tag: '@slow' }, async ({ page, w, dataDir }) => {
    const word = newWord()
    await addPeople(dataDir, [
      makeUser(word, { name: '', emailVerified: false, onboardedDays: null }),
      makeUser(word, { name: `A ${word}`, role: 'admin,user', onboardedDays: 3 }),
      makeUser(word, { name: `B ${word}`, banned: true, banDays: 2 }),
      // This ban is over.
      makeUser(word, { name: `C ${word}`, banned: true, banDays: -1 }),
    ])
    await open(page, `/manager/users?searchTerm=${word}`)
    await expect(rows(page)).toHaveCount(4)
    const day = new Date(Date.now() - 3 * 86_400_000)
    const time = day.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'Africa/Nairobi' })
    await expect(rows(page).nth(0)).toContainText(w('user_onboarded', { time }))
    await expect(rows(page).nth(0)).toContainText(w('role_admin'))
    await expect(rows(page).nth(1)).toContainText(w('user_banned'))
    await expect(rows(page).nth(2)).not.toContainText(w('user_banned'))
    await expect(rows(page).nth(3)).toContainText(w('account_no_name'))
    await expect(rows(page).nth(3)).toContainText(w('account_not_verified'))
    await expect(rows(page).nth(3)).toContainText(w('user_not_onboarded'))
    // The dashboard links to users who need attention.
    await goOn(page, '/manager/dashboard')
    await expect(page.getByRole('main').locator('a[href$="state=notOnboarded"]')).toBeVisible()
    await page.getByRole('main').locator('a[href$="state=neverSignedIn"]').click()
    await expect(page).toHaveURL('/manager/users?state=neverSignedIn')
    await expect(page.getByLabel(w('users_state_label'))).toHaveValue('neverSignedIn')
    await search(page, w).fill(word)
    await expect(rows(page)).toHaveCount(1)
  })

  test(
    'is narrowed by role and state and sorted, all in the address',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, dataDir }) => {
      const word = newWord()
      await addPeople(dataDir, [
        makeUser(word, { name: `A ${word}`, role: 'admin' }),
        makeUser(word, { name: `B ${word}`, banned: true }),
        makeUser(word, { name: `C ${word}`, emailVerified: false }),
      ])
      await open(page, `/manager/users?searchTerm=${word}`)
      await expect(rows(page)).toHaveCount(3)
      await page.getByLabel(w('user_role_label')).selectOption('admin')
      await expect(rows(page)).toHaveCount(1)
      await expect(rows(page)).toContainText(`A ${word}`)
      await page.getByLabel(w('user_role_label')).selectOption(w('users_role_all'))
      for (const [state, name] of [
        ['banned', 'B'],
        ['unverified', 'C'],
      ] as const) {
        await page.getByLabel(w('users_state_label')).selectOption(state)
        await expect(page).toHaveURL(new RegExp(`state=${state}`))
        await expect(rows(page)).toHaveCount(1)
        await expect(rows(page)).toContainText(`${name} ${word}`)
      }
      await page.getByLabel(w('users_state_label')).selectOption('notOnboarded')
      await expect(page.getByText(w('users_empty_title'))).toBeVisible()
      await page.getByRole('link', { name: w('users_empty_action') }).click()
      await expect(page).toHaveURL('/manager/users')
      await expect(search(page, w)).toHaveValue('')
      await page.getByLabel(w('users_sort_label')).selectOption('added')
      await expect(page).toHaveURL('/manager/users?sort=added')
      await reload(page)
      await expect(page.getByLabel(w('users_sort_label'))).toHaveValue('added')
    },
  )

  test('grows, and Back finds it as it was left', { tag: ['@phone', '@slow'] }, async ({ page, w, dataDir }) => {
    const word = newWord()
    await addPeople(
      dataDir,
      Array.from({ length: 45 }, (_, place) => makeUser(word, { name: `${word} ${String(place).padStart(2, '0')}` })),
    )
    await open(page, `/manager/users?searchTerm=${word}`)
    const more = page.getByRole('button', { name: w('list_load_more') })
    await more.click()
    await expect(page.getByText(w('list_showing', { count: 40, total: 45 }))).toBeVisible()
    await more.click()
    await expect(more).toHaveCount(0)
    const last = page.getByRole('link', { name: `${word} 43` })
    await last.scrollIntoViewIfNeeded()
    await last.click()
    await expect(heading(page)).toHaveText(`${word} 43`)
    await page
      .getByRole('main')
      .getByRole('link', { name: w('users_title') })
      .click()
    await expect(last).toBeInViewport()
  })

  test('is worked with by keyboard', { tag: ['@desktop', '@slow'] }, async ({ page, w, dataDir }) => {
    const word = newWord()
    await addPeople(dataDir, [makeUser(word, { name: `A ${word}` }), makeUser(word, { name: `B ${word}` })])
    await open(page, '/manager/users')
    // The page handles input once its script runs.
    await expect(async () => {
      await page.keyboard.press('/')
      await expect(search(page, w)).toBeFocused({ timeout: 500 })
    }).toPass()
    await page.keyboard.type(word)
    await expect(rows(page)).toHaveCount(2)
    await heading(page).click()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows(page).nth(1).getByRole('link')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(`B ${word}`)
    await page.goBack()
    await expect(rows(page)).toHaveCount(2)
    await heading(page).click()
    await page.keyboard.press('n')
    await expect(page).toHaveURL('/manager/users/new')
  })

  test(
    'that does not come says so, and can be tried again',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, watched }) => {
      watched.allow(/ERR_FAILED/)
      await open(page, '/manager/users')
      await page.route(/listUsers/, (route) => route.abort())
      await page.getByLabel(w('users_sort_label'), { exact: true }).selectOption(w('users_sort_added'))
      await expect(page.getByRole('heading', { name: w('users_load_failed') })).toBeVisible()
      await expect(page.getByText(w('error_NETWORK'))).toBeVisible()
      await page.unroute(/listUsers/)
      await page.getByRole('button', { name: w('common_try_again') }).click()
      await expect(rows(page).first()).toBeVisible()
    },
  )
})

test.describe('A new user', () => {
  const submit = (page: Page, w: Words) => page.getByRole('button', { name: w('user_add') }).click()

  test(
    'is invited in the chosen language, by a mail and by a text to pass on where none is sent, and enters by it',
    { tag: '@desktop' },
    async ({ page, context, w, server, dataDir, browser }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      const email = newAddress('invited')
      await open(page, '/manager/users/new')
      await submit(page, w)
      await expect(page.getByText(w('email_required'))).toBeVisible()
      await expect(emailField(page, w)).toBeFocused()
      await emailField(page, w).fill(email.toUpperCase())
      await page.getByLabel(w('user_language_label')).selectOption('fr')
      await submit(page, w)
      await expect(heading(page)).toHaveText(email)
      await expect(page.getByRole('definition').first()).toHaveText(w('account_no_name'))
      await expect(page.getByRole('main').getByText(w('user_not_onboarded'))).toBeVisible()
      const fr = words('fr')
      const subject = fr('mail_invitation_subject', { name: 'Amina' })
      await expect(page.getByText(w('user_invite_copy_intro', { email }))).toBeVisible()
      await expect(page.getByText(w('user_invited'))).toHaveCount(0)
      await page.getByRole('button', { name: w('user_invite_copy') }).click()
      await expect(toast(page, w('user_invite_copied'))).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(subject)
      expect(copied).toContain(
        fr('invitation_how_card', { name: 'Amina', url: `${server.url}/login`, button: fr('card_link') }),
      )
      const mail = await newestMail(email, dataDir)
      expect(mail.subject).toBe(subject)
      const [link = ''] = /https?:\/\/\S+\/login\S*/.exec(mail.text ?? '') ?? []
      const theirs = await browser.newContext({ baseURL: server.url, storageState: SIGNED_OUT })
      const other = await theirs.newPage()
      await other.goto(link)
      await expect(other).toHaveURL(/\/login/)
      await theirs.close()
    },
  )
})
