import { addBook, changeBook, findBook } from '../testing/books-api.ts'
import { testAsSharedManager as test } from './own-manager.ts'
import { expect, open } from './test.ts'

test(
  'A manager restores a field and a version of a book',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w, watched }) => {
    watched.allow(/status of 409/)
    const stem = `Historia ${Date.now()}`
    const { id } = await addBook(page, { title: `${stem} moja`, author: 'Mwandishi' })
    await changeBook(page, id, { title: `${stem} mbili`, publisher: 'Mkuki na Nyota' })
    await open(page, `/manager/books/${id}`)

    // Only the first version differs from the present one.
    const opener = page.getByRole('button', { name: w('book_version_open') })
    await expect(opener).toHaveCount(1)
    await opener.click()
    await page.getByRole('button', { name: w('book_version_restore_field', { field: w('book_title') }) }).click()
    await expect(page.getByText(w('book_version_restored'))).toBeVisible()
    expect(await findBook(page, stem)).toMatchObject({ title: `${stem} moja`, publisher: 'Mkuki na Nyota' })

    // Somebody changes the book meanwhile: the restoring is refused, and the page shows what it is now.
    await opener.last().click()
    await changeBook(page, id, { author: 'Mwingine' })
    await page.getByRole('button', { name: w('book_version_restore_all') }).click()
    await expect(page.getByText(w('book_version_failed'))).toBeVisible()
    await expect(page.getByRole('main').getByText('Mwingine').first()).toBeVisible()
    await opener.last().click()
    await page.getByRole('button', { name: w('book_version_restore_all') }).click()
    await expect(page.getByText(w('book_version_restored')).last()).toBeVisible()
    await expect(async () =>
      expect(await findBook(page, stem)).toMatchObject({ author: 'Mwandishi', publisher: '' }),
    ).toPass()
  },
)
