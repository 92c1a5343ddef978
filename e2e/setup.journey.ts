import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample', ADMIN_EMAIL: '', TRUSTED_PROXIES: '' }))
test.describe.configure({ mode: 'default' })
// Through no proxy.
test.use({ extraHTTPHeaders: {} })

test(
  'Who sits at the computer of a new library sets it up in one page, and it is closed then',
  { tag: '@slow' },
  async ({ page, w, browser, watched }) => {
    watched.allow(/status of 404/)
    await open(page, '/')
    await page.getByRole('link', { name: w('setup_link') }).click()
    await expect(heading(page)).toHaveText(w('setup_title'))
    await expect(page.getByLabel(w('setup_code_label'))).toBeHidden()
    // What is chosen is what is shown, also after another page and Back, where browsers restore what was chosen in a form.
    await page.getByRole('radio', { name: w('setup_backup') }).check()
    await expect(page.getByLabel(w('library_name'))).toBeHidden()
    await page.goto('/login')
    await page.goBack()
    await expect(heading(page)).toHaveText(w('setup_title'))
    await expect(page.getByRole('radio', { name: w('setup_new') })).toBeChecked()
    await expect(page.getByLabel(w('library_name'))).toBeVisible()
    const send = page.getByRole('button', { name: w('setup_submit') })
    await page.getByLabel(w('library_name')).fill('Shule ya Umoja')
    await page.getByLabel(w('setup_name_label')).fill('Amina Khamis')
    await page.getByLabel(w('setup_email_label')).fill('amina at school')
    await page.getByLabel(w('lending_switch')).check()
    // Another language loses nothing.
    await page.reload()
    await expect(page.getByLabel(w('setup_name_label'))).toHaveValue('Amina Khamis')
    await expect(page.getByLabel(w('lending_switch'))).toBeChecked()
    await send.click()
    // What was wrong is said, and nothing is lost.
    await expect(page.getByLabel(w('setup_email_label'))).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByLabel(w('setup_email_label'))).toBeFocused()
    await expect(page.getByLabel(w('library_name'))).toHaveValue('Shule ya Umoja')
    await expect(page.getByLabel(w('lending_switch'))).toBeChecked()
    await page.getByLabel(w('setup_email_label')).fill('amina@example.org')
    await send.click()

    await expect(heading(page)).toHaveText(w('setup_done_title', { name: 'Amina Khamis' }))
    await expect(page).toHaveTitle(/Shule ya Umoja/)
    await page.getByRole('link', { name: w('setup_done_link') }).click()
    await expect(page).toHaveURL(/\/manager\/dashboard$/)
    await open(page, '/manager/desk')
    await expect(page.getByText(w('page_404_title'))).toBeHidden()

    const stranger = await browser.newPage()
    await open(stranger, new URL('/setup', page.url()).href)
    await expect(heading(stranger)).toHaveText(w('page_404_title'))
    await open(stranger, new URL('/login', page.url()).href)
    await expect(stranger.getByRole('link', { name: w('setup_link') })).toBeHidden()
    await stranger.close()
  },
)
