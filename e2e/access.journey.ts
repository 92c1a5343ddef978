import { documentAt } from './document.ts'
import {
  codeField,
  emailField,
  expect,
  goOn,
  heading,
  newAddress,
  open,
  openNext,
  test,
  waitForHydration,
} from './test.ts'

test(
  'Who is not signed in goes by the login to where they wanted to go',
  { tag: '@phone' },
  async ({ page, w, codeFor }) => {
    await open(page, '/app/books?searchTerm=hugo')
    await expect(heading(page)).toHaveText(w('login_title'))
    await expect(page).toHaveURL((url) => url.searchParams.get('redirect') === '/app/books?searchTerm=hugo')
    const email = newAddress()
    await emailField(page, w).fill(email)
    await page.keyboard.press('Enter')
    await expect(heading(page)).toHaveText(w('verify_page_title'))
    await codeField(page, w).fill(await codeFor(email))
    await expect(heading(page)).toHaveText(w('onboarding_title'))
    await page.getByLabel(w('onboarding_name_label'), { exact: true }).fill('Juma')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/app/books?searchTerm=hugo')
  },
)

test('Every area asks for a sign-in', { tag: '@desktop' }, async ({ page, w }) => {
  for (const path of [
    '/app',
    '/app/account',
    '/app/books/00000000-0000-7000-8000-000000000000',
    '/manager',
    '/manager/account',
    '/home',
    '/onboarding',
  ]) {
    const asked = await documentAt(page, path)
    expect([path, asked.heading]).toEqual([path, w('login_title')])
    expect(asked.url).toMatch(/\/login/)
  }
})

for (const [person, tag] of [
  ['nobody', '@phone'],
  ['reader', '@desktop'],
] as const) {
  test.describe(`An unknown address, opened by ${person}`, () => {
    test.use({ person })
    test('is a 404 page with the ways out', { tag }, async ({ page, w, watched }) => {
      watched.allow(/status of 404/)
      for (const path of ['/nowhere', '/app/nowhere', '/login/nowhere'])
        expect([path, await documentAt(page, path)]).toMatchObject([
          path,
          { status: 404, heading: w('page_404_title'), title: `${w('page_404_title')} · Maktaba` },
        ])
      expect(await open(page, '/nowhere/at/all?x=%00')).toBe(404)
      await expect(heading(page)).toHaveText(w('page_404_title'))
      await expect(page).toHaveTitle(`${w('page_404_title')} · Maktaba`)
      await page
        .getByRole('link', { name: w('common_home') })
        .filter({ visible: true })
        .first()
        .click()
      await expect(heading(page)).toHaveText(
        person === 'nobody' ? w('login_title') : w('home_greeting', { name: 'Amina' }),
      )
    })
  })
}

test('Back on a 404 page leads to where one was', { tag: ['@phone', '@slow'] }, async ({ page, w, watched }) => {
  watched.allow(/status of 404/)
  await open(page, '/login')
  await open(page, '/nowhere')
  await page.getByRole('button', { name: w('common_back') }).click()
  await expect(heading(page)).toHaveText(w('login_title'))
  // In a new tab without history it leads home.
  const [alone] = await Promise.all([page.waitForEvent('popup'), page.evaluate(() => void window.open('/nowhere'))])
  await waitForHydration(alone)
  await alone.getByRole('button', { name: w('common_back') }).click()
  await expect(heading(alone)).toHaveText(w('login_title'))
})

test(
  'The pages before sign-in have different titles, and that of an error says what went wrong',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    for (const [error, title, text] of [
      ['access_denied', w('login_error_access_denied_title'), w('login_error_access_denied_text')],
      ['signup_disabled', w('login_error_signup_disabled_title'), w('login_error_signup_disabled_text')],
      ['unknown_error', w('login_error_unknown_error_title'), w('login_error_unknown_error_text')],
      ['constructor', w('login_error_unknown_error_title'), w('login_error_unknown_error_text')],
      ['', w('login_error_unknown_error_title'), w('login_error_unknown_error_text')],
    ] as const) {
      const shown = await documentAt(page, `/login/error?error=${error}`)
      expect([error, shown]).toMatchObject([
        error,
        { status: 200, heading: title, text: expect.stringContaining(text) },
      ])
    }
    await open(page, '/login/error?error=access_denied')
    await expect(heading(page)).toHaveText(w('login_error_access_denied_title'))
    await expect(page.getByText(w('login_error_access_denied_text'))).toBeVisible()
    await page.getByRole('link', { name: w('login_error_back') }).click()
    await expect(heading(page)).toHaveText(w('login_title'))
    await expect(page).toHaveTitle(`${w('login_page_title')} · Maktaba`)
    const verify = '/login/verify?email=amina@example.org'
    expect((await documentAt(page, verify)).title).toBe(`${w('verify_page_title')} · Maktaba`)
    await goOn(page, verify)
    await expect(page).toHaveTitle(`${w('verify_page_title')} · Maktaba`)
  },
)

test.describe('A reader', () => {
  test.use({ person: 'reader' })

  test(
    'sees Access Denied in place in the manager area, and only the library where one is asked where to',
    { tag: '@phone' },
    async ({ page, w, watched }) => {
      watched.allow(/status of 403/)
      for (const path of ['/manager', '/manager/account'])
        expect(await documentAt(page, path)).toMatchObject({
          status: 403,
          heading: w('page_403_title'),
          title: `${w('page_403_title')} · Maktaba`,
          url: expect.stringContaining(path),
        })
      expect(await open(page, '/manager/dashboard')).toBe(403)
      await expect(heading(page)).toHaveText(w('page_403_title'))
      await expect(page).toHaveTitle(`${w('page_403_title')} · Maktaba`)
      await expect(page).toHaveURL(/\/manager\/dashboard/)
      await page.getByRole('link', { name: w('common_home') }).click()
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
      await goOn(page, '/home')
      await expect(page.getByRole('link', { name: w('switch_app') })).toBeVisible()
      await expect(page.getByRole('link', { name: w('switch_manager') })).toHaveCount(0)
      await page.getByRole('link', { name: w('switch_app') }).click()
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
    },
  )

  test(
    'is sent on from the login, and only inside the site',
    { tag: ['@desktop', '@slow'] },
    async ({ page, baseURL }) => {
      await open(page, `/login?redirect=${encodeURIComponent('/app/books?searchTerm=hugo')}`)
      await expect(page).toHaveURL('/app/books?searchTerm=hugo')
      // The answers alone, which are followed like a browser follows them, by the same rules for addresses.
      for (const [redirect, path] of [
        ['', '/app'],
        ['/app/books?searchTerm=hugo', '/app/books?searchTerm=hugo'],
        ['https://evil.example/app', '/app'],
        ['//evil.example', '/app'],
        ['/\\evil.example', '/app'],
        ['/\t/evil.example', '/app'],
        ['javascript:alert(1)', '/app'],
        ['app/books', '/app'],
        ['/login', '/app'],
      ] as const) {
        const answer = await page.request.get(`/login?redirect=${encodeURIComponent(redirect)}`)
        expect(answer.url(), redirect).toBe(`${baseURL}${path}`)
      }
      for (const path of ['/login/verify?email=a@example.org&redirect=//evil.example', '/'])
        expect((await page.request.get(path)).url(), path).toBe(`${baseURL}/app`)
    },
  )
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  test(
    'goes from the page that asks where to into the manager area and back',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w, isMobile }) => {
      await open(page, '/home')
      await page.getByRole('link', { name: w('switch_manager') }).click()
      await expect(heading(page)).toHaveText(w('dashboard_title'))
      await expect(page).toHaveURL('/manager/dashboard')
      await expect(page.getByRole('definition').first()).toHaveText(/\d/)
      if (isMobile) await page.getByRole('button', { name: w('nav_menu') }).click()
      await page.getByRole('link', { name: w('nav_account') }).click()
      await expect(heading(page)).toHaveText(w('account_title'))
      if (isMobile) await page.getByRole('button', { name: w('nav_menu') }).click()
      await page.getByRole('link', { name: w('nav_open_app') }).click()
      await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Amina' }))
    },
  )
})

test.describe('The title of the window', () => {
  test.use({ person: 'admin' })

  test('names page and product on every page', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    for (const [path, title] of [
      ['/app', w('home_page_title')],
      ['/app/books', w('books_page_title')],
      ['/app/account', w('account_page_title')],
      ['/home', w('switch_page_title')],
      ['/manager/dashboard', w('dashboard_page_title')],
      ['/login/error', w('login_error_page_title')],
    ] as const) {
      expect((await documentAt(page, path)).title).toBe(`${title} · Maktaba`)
      await openNext(page, path)
      await expect(page).toHaveTitle(`${title} · Maktaba`)
    }
    await goOn(page, '/app/books?searchTerm=fahrenheit')
    await page.getByRole('main').getByRole('listitem').getByRole('link').click()
    await expect(page).toHaveTitle('Fahrenheit 451 · Maktaba')
  })
})
