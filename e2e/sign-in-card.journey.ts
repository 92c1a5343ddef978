import { testAsSharedManager as test } from './own-manager.ts'
import { addPeople, makeUser, newWord, SIGNED_OUT } from '../testing/people.ts'
import { expect, heading, open } from './test.ts'

test(
  'A manager gives a card; it signs its holder in once, and both see what became of it',
  { tag: '@slow' },
  async ({ page, w, dataDir, browser }) => {
    const juma = makeUser(newWord(), { onboardedDays: 3 })
    await addPeople(dataDir, [juma])
    await open(page, `/manager/users/${juma.id}`)
    await page.getByRole('button', { name: w('card_make'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: w('card_make'), exact: true }).click()
    await expect(dialog.getByRole('img', { name: w('card_qr') })).toBeVisible()
    const code = await dialog.locator('code').innerText()
    expect(code).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}-[\dA-Z]{4}$/)
    // On paper the card stands alone.
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByText(w('card_paper_keep'))).toBeVisible()
    await expect(heading(page)).toBeHidden()
    await page.emulateMedia({ media: null })
    await dialog.getByRole('button', { name: w('account_key_done') }).click()
    await expect(page.getByText(code)).toBeHidden()

    const context = await browser.newContext({ storageState: SIGNED_OUT, baseURL: new URL(page.url()).origin })
    const holder = await context.newPage()
    await open(holder, '/login')
    await holder.getByRole('link', { name: w('card_link') }).click()
    await holder.getByLabel(w('card_code_label')).fill('0000-0000')
    await holder.getByRole('button', { name: w('card_submit') }).click()
    await expect(holder.getByText(w('error_CARD_INCOMPLETE'))).toBeVisible()
    // As the camera of a phone opens it.
    await holder.goto(`/login/card#${code.replaceAll('-', '')}`)
    await expect(holder.getByLabel(w('card_code_label'))).toHaveValue(code.replaceAll('-', ''))
    expect(holder.url()).not.toContain('#')
    await holder.getByRole('button', { name: w('card_submit') }).click()
    await expect(heading(holder)).toHaveText(w('card_done_title'))
    await holder.getByRole('link', { name: w('card_done_enter') }).click()
    await expect(holder).toHaveURL(/\/app$/)

    // Who finds the card later, or has copied it.
    const another = await (
      await browser.newContext({ storageState: SIGNED_OUT, baseURL: new URL(page.url()).origin })
    ).newPage()
    await open(another, '/login/card')
    await another.getByLabel(w('card_code_label')).fill(code.toLowerCase())
    await another.getByRole('button', { name: w('card_submit') }).click()
    await expect(another.getByText(/This sign-in card was used/)).toBeVisible()
    await another.context().close()
    await context.close()
    await page.reload()
    await expect(page.getByText(/^Used on /)).toBeVisible()
  },
)
