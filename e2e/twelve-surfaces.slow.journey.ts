import type { Page } from '@playwright/test'
import { marcOf } from '#base/formats/marc/marc.test-kit.ts'
import { askApi, deleteBook, findBooks } from '../testing/books-api.ts'
import { importEnds, sendImport, startImport } from '../testing/imports-api.ts'
import { storeOfflineCatalogue } from './offline-catalogue.ts'
import { originOf } from '../testing/origin.ts'
import { newestMail } from '../testing/outbox.ts'
import { expect, heading, newAddress, open, test } from './test.ts'
import type { Language } from '../testing/words.ts'

interface Sample {
  locale: string
  author: string
  /** In the order in which the language files them. */
  titles: [first: string, middle: string, last: string]
  /** A search as people type it: without accents, article or marks. */
  typed: string
  /** What the middle title is filed under. */
  letter: string
}

const SAMPLES: Record<Language, Sample> = {
  en: {
    locale: 'en-GB',
    author: 'Wole Ọláyínká-Surface',
    titles: ['Apples of Ìbàdàn', 'The “Windmills’” Quartet', 'Zebra & Co.'],
    typed: 'windmills quartet',
    letter: 'W',
  },
  fr: {
    locale: 'fr-FR',
    author: 'Hélène Çurface-Œil',
    titles: ['À l’œuvre', 'L’Éléphante d’à côté', 'Zut, alors !'],
    typed: 'elephante a cote',
    letter: 'E',
  },
  ar: {
    locale: 'ar-EG',
    author: 'ليلى السطحيّة',
    titles: ['أبواب المدينة القديمة', 'الحديقةُ المعلّقة في بغداد', 'يوميات الإسكندرية'],
    typed: 'حديقة معلقة',
    letter: 'ح',
  },
  sw: {
    locale: 'sw-KE',
    author: 'Mwana Ng’andu-Surface',
    titles: ['Asubuhi na Mapema', 'Ng’ombe wa Kijiji cha Mbali', 'Zawadi ya Pwani'],
    typed: "ng'ombe kijiji",
    letter: 'N',
  },
}

/**
 * A record as libraries send it: one in another script than Latin is romanised, and has its own script in fields 880. A
 * Latin one has its own letters in the main fields, whatever an 880 says.
 */
function record(title: string, author: string): Buffer {
  const romanised = ['Romanised title', 'Romanised name'] as const
  const own = [title, author] as const
  const [main, linked] = /\p{Script=Latin}/u.test(title) ? [own, romanised] : [romanised, own]
  return marcOf([
    ['100', `1 $6880-01$a${main[1]}`],
    ['245', `10$6880-02$a${main[0]} /$c${main[1]}.`],
    ['880', `1 $6100-01$a${linked[1]}`],
    ['880', `10$6245-02$a${linked[0]} /$c${linked[1]}.`],
  ])
}

async function importFile(page: Page, file: Buffer, filename: string): Promise<void> {
  const { id } = await sendImport(page, file, filename)
  await startImport(page, id)
  await importEnds(page, id)
}

const getFile = async (page: Page, query: Record<string, string>, language: Language): Promise<Buffer> => {
  const url = `${originOf(page)}/api/v1/books/export?${new URLSearchParams(query)}`
  return (await page.context().request.get(url, { headers: { 'accept-language': language } })).body()
}

for (const [language, { locale, author, titles, typed, letter }] of Object.entries(SAMPLES) as [Language, Sample][]) {
  const [, title] = titles
  const expectTitles = async (page: Page) =>
    expect((await findBooks(page, author)).map((one) => [one.author, one.title]).toSorted()).toEqual(
      titles.map((one) => [author, one]).toSorted(),
    )

  test.describe(`Twelve surfaces in ${language}`, () => {
    test.use({ person: 'admin', locale, serviceWorkers: 'allow' })

    test('are right', { tag: '@desktop' }, async ({ page, context, request, dataDir, w, watched }) => {
      watched.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
      const direction = language === 'ar' ? 'rtl' : 'ltr'
      const rows = page.getByRole('main').getByRole('listitem')
      const list = `/app/books?${new URLSearchParams({ author })}`
      await open(page, list)

      await test.step('MARC 880', async () => {
        await importFile(page, Buffer.concat(titles.toReversed().map((one) => record(one, author))), `${language}.mrc`)
        await expectTitles(page)
      })

      await test.step('sort', async () => {
        await open(page, list)
        await expect(rows).toHaveCount(titles.length)
        const shown = await rows.allInnerTexts()
        expect(titles.map((one, at) => shown[at]?.includes(one))).toEqual([true, true, true])
      })

      await test.step('screen', async () => {
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expect(page.locator('html')).toHaveAttribute('dir', direction)
        await expect(heading(page)).toHaveText(w('books_by', { author }))
        await expect(page.getByRole('link', { name: w('nav_account') })).toBeVisible()
      })

      await test.step('letters', async () => {
        const { letters } = (await askApi(page, 'GET', `/books/letters?${new URLSearchParams({ author })}`)) as {
          letters: string[]
        }
        expect(letters).toContain(letter)
        await open(page, `${list}&letter=${encodeURIComponent(letter)}`)
        await expect(rows).toHaveCount(2)
        await expect(rows.first()).toContainText(title)
      })

      await test.step('print', async () => {
        await open(page, list)
        await page.emulateMedia({ media: 'print' })
        await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
        await expect(page.getByText(title, { exact: true }).filter({ visible: true }).first()).toBeVisible()
        await expect(page.getByRole('navigation')).toHaveCount(0)
        await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
        await page.emulateMedia({ media: 'screen' })
      })

      await test.step('search', async () => {
        const [first] = await findBooks(page, typed)
        expect(first?.title).toBe(title)
      })

      await test.step('addresses', async () => {
        await open(page, `/app/books?${new URLSearchParams({ searchTerm: title })}`)
        await expect(page.getByRole('searchbox')).toHaveValue(title)
        await expect(rows.first()).toContainText(title)
      })

      await test.step('CSV', async () => {
        const text = (await getFile(page, { author }, language)).toString()
        expect(text).toContain(title)
        expect(text.split('\r\n')[0]).toContain(w('book_title'))
      })

      await test.step('XLSX', async () => {
        const file = await getFile(page, { author, format: 'xlsx' }, language)
        for (const { id } of await findBooks(page, author)) await deleteBook(page, id)
        await importFile(page, file, `${language}.xlsx`)
        await expectTitles(page)
      })

      await test.step('mail', async () => {
        const email = newAddress()
        const headers = { 'accept-language': locale, origin: originOf(page) }
        await request.post('/api/auth/email-otp/send-verification-otp', {
          headers,
          data: { email, type: 'sign-in' },
        })
        const { subject, text, html } = await newestMail(email, dataDir)
        expect(subject).toContain(w('mail_code_subject', { code: '', library: w('brand_name') }).trim())
        expect(text).toContain(w('mail_code_text'))
        expect(html).toContain(`dir="${direction}"`)
      })

      await test.step('API messages', async () => {
        const response = await page.context().request.post(`${originOf(page)}/api/v1/books`, {
          headers: { 'accept-language': language, origin: originOf(page) },
          data: { title: '', author },
        })
        expect([response.status(), await response.json()]).toEqual([
          400,
          expect.objectContaining({
            code: 'VALIDATION_ERROR',
            message: w('title_required'),
          }),
        ])
      })

      await test.step('offline', async () => {
        // Books that were kept before the import are refreshed by the next page.
        await page.evaluate(() => localStorage.removeItem('copy'))
        await storeOfflineCatalogue(page)
        await context.setOffline(true)
        await page.getByRole('searchbox').fill(typed)
        await expect(rows.first()).toContainText(title)
        await context.setOffline(false)
      })

      for (const { id } of await findBooks(page, author)) await deleteBook(page, id)
    })
  })
}
