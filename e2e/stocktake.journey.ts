import { readFile } from 'node:fs/promises'
import { askApi } from '../testing/books-api.ts'
import { testWith } from './own-server.ts'
import { expect, heading, open } from './test.ts'
import { toast } from './toasts.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})

for (const locale of ['en-US', 'ar'])
  test.describe(locale, () => {
    test.use({ locale })

    test(
      'A room is counted with a cut of the line and a reload, what is missing is marked as lost and taken back, and it is closed',
      { tag: '@slow' },
      async ({ page, w, watched }) => {
        watched.allow(/ERR_FAILED/)
        const add = async (path: string, body: object) =>
          (await askApi(page, 'POST', path, body)) as { id: string; number: string }
        const room = `Room ${locale}`
        await open(page, '/manager/books')
        const { id: bookId } = await add('/books', { title: `Matilda ${locale}` })
        const copies = []
        for (let at = 0; at < 3; at += 1) copies.push(await add('/copies', { bookId, location: room }))
        const [first, second] = copies.map(({ number }) => number)

        await open(page, '/manager/copies')
        await page.getByRole('link', { name: w('stocktake_title') }).click()
        await expect(heading(page)).toHaveText(w('stocktake_list'))
        await page.getByLabel(w('copy_location')).selectOption(room)
        await expect(page.locator('form').getByRole('button')).toContainText(/[3٣]/)
        await page.locator('form').getByRole('button').press('Enter')
        await expect(heading(page)).toHaveText(w('stocktake_title'))

        const field = page.getByLabel(w('stocktake_field'))
        await field.fill(first ?? '')
        await field.press('Enter')
        await expect(page.getByRole('listitem').filter({ hasText: w('stocktake_said_seen') })).toBeVisible()
        // Without a line the scan waits on the disk, through a reload.
        await page.route('**/_serverFn/**', (route) => route.abort())
        await field.fill(second ?? '')
        await field.press('Enter')
        await field.fill('OTHER-1')
        await field.press('Enter')
        const waits = w('stocktake_waits', { count: '#' }).split('#')[0]?.trim() ?? ''
        await expect(page.getByText(waits)).toBeVisible()
        await page.unroute('**/_serverFn/**')
        await page.reload()
        const lost = page.getByRole('button', { name: new RegExp(w('stocktake_fix_missing', { count: '' }).trim()) })
        await expect(
          page.getByRole('button', { name: new RegExp(w('stocktake_fix_unknown', { count: '' }).trim()) }),
        ).toBeVisible({ timeout: 30_000 })
        await expect(lost).toContainText(/1|١/)

        await lost.press('Enter')
        await expect(lost).toBeHidden()
        const undo = page.getByRole('button', { name: w('books_undo') })
        await undo.press('Enter')
        await expect(lost).toBeVisible()

        // The book of the other label is here: it gets a copy with that number, which is taken back.
        await page.getByRole('link', { name: w('stocktake_unknown'), exact: true }).click()
        const adding = page.getByRole('button', { name: w('desk_add_title', { code: 'OTHER-1' }) })
        await adding.press('Enter')
        await page.getByLabel(w('desk_add_search')).fill(`Matilda ${locale}`)
        await page.getByRole('dialog').getByRole('listitem').getByRole('button').first().press('Enter')
        await expect(page.getByText(w('stocktake_none_of'))).toBeVisible()
        await expect(adding).toHaveCount(0)
        await page.getByRole('button', { name: w('books_undo') }).press('Enter')
        await expect(adding).toBeVisible()
        await expect(toast(page, w('undo_done'))).toBeVisible()

        await page
          .getByRole('navigation', { name: w('stocktake_found') })
          .getByRole('link', { name: w('stocktake_missing') })
          // By key: the message slides over the link, between the press and the release of a click.
          .press('Enter')
        await expect(heading(page)).toHaveText(w('stocktake_missing'))
        await expect(page.getByRole('main')).toContainText(copies[2]?.number ?? '')
        const downloading = page.waitForEvent('download')
        await page.getByRole('link', { name: w('activity_export') }).click()
        const file = await readFile(await (await downloading).path(), 'utf8')
        expect(file).toContain(copies[2]?.number)
        expect(file).not.toContain(first)

        await page.getByRole('link', { name: w('stocktake_title'), exact: true }).click()
        const secondTab = await page.context().newPage()
        await open(secondTab, new URL(page.url()).pathname)
        await page.getByRole('button', { name: w('stocktake_close') }).press('Enter')
        const reopen = page.getByRole('button', { name: w('stocktake_reopen') })
        await expect(reopen).toBeVisible()
        await expect(field).toBeHidden()

        // Who scans on in another tab sees that it is closed. The scan waits there and is told, until it is open again.
        watched.allow(/status of 409/)
        await secondTab.getByLabel(w('stocktake_field')).fill(copies[2]?.number ?? '')
        await secondTab.getByLabel(w('stocktake_field')).press('Enter')
        await expect(secondTab.getByRole('button', { name: w('stocktake_reopen') })).toBeVisible()
        await expect(secondTab.getByLabel(w('stocktake_field'))).toBeHidden()
        await expect(secondTab.getByText(waits)).toBeVisible()
        await secondTab.close()
        await page.reload()
        await expect(page.getByText(waits)).toBeVisible({ timeout: 30_000 })
        await reopen.press('Enter')
        await expect(page.getByText(waits)).toBeHidden({ timeout: 30_000 })
        await expect(lost).toBeHidden()
      },
    )
  })
