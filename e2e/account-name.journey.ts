import type { Page } from '@playwright/test'
import { documentAt } from './document.ts'
import { expect, goOn, heading, nameField, open, openNext, test } from './test.ts'
import type { Words } from '../testing/words.ts'

const drawer = (page: Page, w: Words) => page.getByRole('dialog', { name: w('account_name_title') })
const change = (page: Page, w: Words) => page.getByRole('link', { name: w('account_change_name') })
const update = (page: Page, w: Words) => drawer(page, w).getByRole('button', { name: w('account_name_submit') })
const named = (page: Page, name: string) => page.getByRole('main').getByText(name, { exact: true })

test(
  'A name is changed in a drawer, and shown everywhere at once',
  { tag: '@phone' },
  async ({ page, w, newReader }) => {
    await newReader('Zawadi Otieno')
    await open(page, '/app/account')
    await change(page, w).click()
    await expect(page).toHaveURL('/app/account?state=change-name')
    await expect(nameField(page, w)).toBeFocused()
    await expect(nameField(page, w)).toHaveValue('Zawadi Otieno')
    await nameField(page, w).fill('  Zawadi Achieng ')
    await page.keyboard.press('Enter')
    await expect(page.getByText(w('account_name_updated'))).toBeVisible()
    await expect(drawer(page, w)).toHaveCount(0)
    await expect(page).toHaveURL('/app/account')
    await expect(named(page, 'Zawadi Achieng')).toBeVisible()
    await expect(change(page, w)).toBeFocused()
    await page
      .getByRole('navigation')
      .filter({ visible: true })
      .getByRole('link', { name: w('nav_home') })
      .click()
    await expect(heading(page)).toHaveText(w('home_greeting', { name: 'Zawadi Achieng' }))
    await open(page, '/app/account')
    await expect(named(page, 'Zawadi Achieng')).toBeVisible()
  },
)

test.describe('The drawer of the name', () => {
  test.use({ person: 'reader' })

  test(
    'is closed by Back, opened by Forward, and by its address is closed in place',
    { tag: ['@phone', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/app/account')
      await change(page, w).click()
      await expect(drawer(page, w)).toBeVisible()
      await page.goBack()
      await expect(drawer(page, w)).toHaveCount(0)
      await expect(page).toHaveURL('/app/account')
      await page.goForward()
      await expect(nameField(page, w)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(drawer(page, w)).toHaveCount(0)
      await expect(page).toHaveURL('/app/account')

      // Another document, which has it from the start.
      await goOn(page, '/app')
      await open(page, '/app/account?state=change-name')
      await expect(nameField(page, w)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(drawer(page, w)).toHaveCount(0)
      await expect(page).toHaveURL('/app/account')
      await expect(change(page, w)).toBeFocused()
      await page.goBack()
      await expect(page).toHaveURL('/app')
    },
  )

  test(
    'is closed by Escape, with the focus back and nothing left behind',
    { tag: ['@desktop', '@slow'] },
    async ({ page, w }) => {
      await open(page, '/app')
      await page
        .getByRole('navigation')
        .filter({ visible: true })
        .getByRole('link', { name: w('nav_account') })
        .click()
      await expect(heading(page)).toHaveText(w('account_title'))
      await change(page, w).focus()
      await page.keyboard.press('Enter')
      await expect(nameField(page, w)).toBeFocused()
      await nameField(page, w).fill('Bara')
      const question = page.getByRole('alertdialog', { name: w('unsaved_title') })
      // Escape, Back and Cancel ask before discarding the input.
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: w('unsaved_stay') }).click()
      await page.goBack()
      await question.getByRole('button', { name: w('unsaved_stay') }).click()
      await expect(page).toHaveURL('/app/account?state=change-name')
      await drawer(page, w)
        .getByRole('button', { name: w('common_cancel') })
        .click()
      await question.getByRole('button', { name: w('unsaved_stay') }).click()
      await expect(nameField(page, w)).toHaveValue('Bara')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: w('unsaved_leave') }).click()
      await expect(drawer(page, w)).toHaveCount(0)
      await expect(page).toHaveURL('/app/account')
      await expect(change(page, w)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(nameField(page, w)).not.toHaveValue('Bara')
      await expect(nameField(page, w)).toBeFocused()
      // The close button is visible.
      await page.keyboard.press('Shift+Tab')
      const close = drawer(page, w).getByRole('button', { name: w('common_close') })
      await expect(close).toBeFocused()
      expect(await close.boundingBox()).toMatchObject({ width: 44, height: 44 })
      await page.keyboard.press('Enter')
      await expect(change(page, w)).toBeFocused()
      await page.goBack()
      await expect(page).toHaveURL('/app')
    },
  )

  test('opens for nothing else in the address', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    for (const search of ['state=', 'state=nonsense', 'state=change-name&state=x', 'newEmail=']) {
      const path = `/app/account?${search}`
      expect((await documentAt(page, path)).status, search).toBe(200)
      await openNext(page, path)
      await expect(heading(page)).toHaveText(w('account_title'))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page).toHaveURL('/app/account')
    }
  })
})

test.describe('A manager', () => {
  test.use({ person: 'admin' })

  test('sees the new name in the sidebar too', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/users')
    await page
      .getByRole('row')
      .filter({ hasText: w('user_you') })
      .getByRole('link')
      .click()
    await expect(heading(page)).toHaveText('Amina')
    await page
      .getByRole('navigation')
      .getByRole('link', { name: w('nav_account') })
      .click()
    await expect(heading(page)).toHaveText(w('account_title'))
    const me = page.getByRole('navigation').getByRole('link', { name: w('nav_account') })
    for (const name of ['Amina Khamis', 'Amina']) {
      await change(page, w).click()
      await expect(page).toHaveURL('/manager/account?state=change-name')
      await nameField(page, w).fill(name)
      await update(page, w).click()
      await expect(me.getByText(name, { exact: true })).toBeVisible()
      await expect(drawer(page, w)).toHaveCount(0)
      // So does that user's page, even if it was opened before.
      await page.goBack()
      await expect(heading(page)).toHaveText(name)
      await page.goForward()
    }
  })
})
