import type { Page } from '@playwright/test'
import { expect, heading, open, test } from './test.ts'
import type { Words } from './words.ts'

const signOut = (page: Page, w: Words) =>
  page.getByRole('main').getByRole('button', { name: w('account_sign_out'), exact: true })
const dialog = (page: Page, w: Words) => page.getByRole('alertdialog', { name: w('account_sign_out_title') })

test('The account shows who is signed in, and signing out asks first', async ({ page, w, newReader }) => {
  const email = await newReader('Zawadi Otieno')
  await open(page, '/app')
  await page
    .getByRole('navigation')
    .filter({ visible: true })
    .getByRole('link', { name: w('nav_account') })
    .click()
  await expect(heading(page)).toHaveText(w('account_title'))
  await expect(page.getByText('Zawadi Otieno', { exact: true })).toBeVisible()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(w('account_not_verified'))).toHaveCount(0)

  await signOut(page, w).click()
  await expect(dialog(page, w)).toBeVisible()
  await expect(dialog(page, w)).toHaveAccessibleDescription(w('account_sign_out_text'))
  await dialog(page, w)
    .getByRole('button', { name: w('common_cancel') })
    .click()
  await expect(dialog(page, w)).toHaveCount(0)
  await expect(signOut(page, w)).toBeFocused()

  await signOut(page, w).click()
  await dialog(page, w)
    .getByRole('button', { name: w('account_sign_out'), exact: true })
    .click()
  await expect(heading(page)).toHaveText(w('login_title'))
  // Neither Back nor a URL shows data of the previous user.
  await page.goBack()
  await expect(heading(page)).toHaveText(w('login_title'))
  await open(page, '/app/account')
  await expect(page).toHaveURL('/login?redirect=%2Fapp%2Faccount')
  await expect(page.getByText(email)).toHaveCount(0)
})

test.describe('The question', () => {
  test.use({ person: 'reader' })

  test('takes the focus, keeps it, and gives it back on Escape', { tag: '@desktop' }, async ({ page, w }) => {
    await open(page, '/app/account')
    await signOut(page, w).focus()
    await page.keyboard.press('Enter')
    const question = dialog(page, w)
    await expect(question).toBeVisible()
    await expect(question.locator(':focus')).toHaveCount(1)
    const seen = new Set<string>()
    for (let press = 0; press < 6; press++) {
      await page.keyboard.press('Tab')
      await expect(question.locator(':focus')).toHaveCount(1)
      seen.add(await question.locator(':focus').innerText())
    }
    expect([...seen]).toEqual(expect.arrayContaining([w('account_sign_out'), w('common_cancel'), w('common_close')]))
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(signOut(page, w)).toBeFocused()
  })

  test(
    'is a drawer at the bottom up to 640 px and a dialog in the middle beyond',
    { tag: '@desktop' },
    async ({ page, w }) => {
      await page.setViewportSize({ width: 640, height: 800 })
      await open(page, '/app/account')
      await signOut(page, w).click()
      await settled(page, w)
      // Without the scroll bar's gutter.
      const wide = await page.evaluate(() => document.body.clientWidth)
      expect(await dialog(page, w).boundingBox()).toMatchObject({ x: 0, width: wide })
      expect(await bottomOf(page, w)).toBe(800)
      await page.setViewportSize({ width: 641, height: 800 })
      await expect.poll(async () => (await dialog(page, w).boundingBox())?.width).toBeLessThan(480)
      await settled(page, w)
      const { x, y, width, height } = (await dialog(page, w).boundingBox())!
      expect(Math.abs(x + width / 2 - (wide + 1) / 2)).toBeLessThan(2)
      expect(Math.abs(y + height / 2 - 400)).toBeLessThan(2)
    },
  )

  test('is dragged away past a quarter of its height', { tag: '@phone' }, async ({ page, w }) => {
    await open(page, '/app/account')
    await signOut(page, w).click()
    await settled(page, w)
    const { y, height } = (await dialog(page, w).boundingBox())!
    expect(y + height).toBe(844)
    await drag(page, y + 12, height * 0.2)
    await settled(page, w)
    expect(await bottomOf(page, w)).toBe(844)
    await drag(page, y + 12, height * 0.35)
    await expect(dialog(page, w)).toHaveCount(0)
    await expect(signOut(page, w)).toBeFocused()
  })

  test('says so when signing out fails, and can be asked again', { tag: '@phone' }, async ({ page, w, watched }) => {
    watched.allow(/ERR_FAILED/)
    await open(page, '/app/account')
    await page.route('**/api/auth/sign-out', (route) => route.abort())
    await signOut(page, w).click()
    await dialog(page, w)
      .getByRole('button', { name: w('account_sign_out'), exact: true })
      .click()
    await expect(page.getByText(w('account_sign_out_failed'))).toBeVisible()
    await expect(page).toHaveURL('/app/account')
  })
})

const bottomOf = async (page: Page, w: Words): Promise<number> => {
  const { y, height } = (await dialog(page, w).boundingBox())!
  return y + height
}

/** Waits for the dialog's animation. */
const settled = (page: Page, w: Words) =>
  dialog(page, w).evaluate(async (element) => {
    await Promise.all(
      element.getAnimations({ subtree: true }).map((animation) => animation.finished.catch(() => undefined)),
    )
  })

/** Drags the drawer's grip `distance` px down. */
async function drag(page: Page, from: number, distance: number): Promise<void> {
  await page.mouse.move(195, from)
  await page.mouse.down()
  await page.mouse.move(195, from + distance / 2, { steps: 3 })
  await page.mouse.move(195, from + distance, { steps: 3 })
  await page.mouse.up()
}
