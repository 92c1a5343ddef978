import { testWith } from './own-server.ts'
import { expect, open } from './test.ts'

const test = testWith(async () => ({})).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

test(
  'A manager names the library, which titles, the mark and the installed application show, and takes it back',
  { tag: '@slow' },
  async ({ page, w }) => {
    await open(page, '/manager/settings')
    await expect(page).toHaveTitle(`${w('settings_title')} · Maktaba`)
    const form = page.getByRole('form', { name: w('settings_library') })
    await form.getByLabel(w('library_name')).fill('مكتبة النور العامة')
    await form.getByRole('button', { name: w('noun_save') }).click()
    await expect(page).toHaveTitle(`${w('settings_title')} · مكتبة النور العامة · Maktaba`)
    await expect(page.getByRole('banner').getByText('مكتبة النور العامة').filter({ visible: true })).toBeVisible()
    const manifest = await (await page.request.get('/manifest.webmanifest')).json()
    expect(manifest).toMatchObject({ name: 'مكتبة النور العامة', short_name: 'مكتبة النور' })
    await page.getByRole('button', { name: w('books_undo') }).click()
    await expect(page.getByText(w('undo_done'))).toBeVisible()
    await expect(page).toHaveTitle(`${w('settings_title')} · Maktaba`)
  },
)

test(
  'What was typed into the settings is not lost by the menu or by closing the tab without a question',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/settings')
    const name = page.getByLabel(w('library_name'))
    await name.fill('Nour')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: w('nav_dashboard') })
      .click()
    await page.getByRole('button', { name: w('unsaved_stay') }).click()
    await expect(page).toHaveURL('/manager/settings')
    await expect(name).toHaveValue('Nour')
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const dialog = await asked
    expect(dialog.type()).toBe('beforeunload')
    await dialog.accept()
  },
)
