import type { Page } from '@playwright/test'
import { askApi } from '../testing/books-api.ts'
import { LANGUAGES, type Words } from '../testing/words.ts'
import { testWith } from './own-server.ts'
import { expect, goOn, heading, open } from './test.ts'
import { enlargeText, expectFit } from './widths.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})
test.describe.configure({ mode: 'default' })

const WORD = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz'
const TITLES = [
  `${WORD}${WORD}`,
  `The Life and Strange Surprizing Adventures of Robinson Crusoe, of York, Mariner: ${'Who lived Eight and Twenty Years, '.repeat(8)}`,
  `تحفة النظار في غرائب الأمصار وعجائب الأسفار ${'وما فيها من العجائب والغرائب '.repeat(8)}`,
  `رحلة ${WORD} إلى مكتبة الإسكندرية`,
]
const LONGEST = 'Z9'.repeat(15)

/** A stock-taking of a place with a long name, that has found long things of each kind but what is scanned twice. */
async function takeStock(page: Page, w: Words, mark: string): Promise<string> {
  const add = async (path: string, body: object) =>
    (await askApi(page, 'POST', path, body)) as { id: string; number: string; card: string }
  const room = `${mark} ${'Salle de lecture '.repeat(4)}${WORD}`.slice(0, 90).trim()
  const seen: string[] = [`https://${'books.example.org/'.repeat(8)}1`, 'قديم-١٢٣٤٥', LONGEST]
  const who = await add('/borrowers', { name: `${WORD} عبد الرحمن ${mark}` })
  for (const [at, title] of TITLES.entries()) {
    const { id: bookId } = await add('/books', {
      title: `${mark} ${title}`.trim(),
      author: WORD,
      shelfMark: `${at} ${WORD}`.slice(0, 50),
    })
    const number = (name: string) => `${name}-${mark}-${at}-${'8'.repeat(18)}`
    await add('/copies', { bookId, location: room, number: number('M') })
    for (const [name, fields] of [
      ['P', { location: `${WORD} ${mark}`.slice(0, 100) }],
      ['L', { location: room, condition: 'lost' }],
      ['O', { location: room }],
    ] as const) {
      seen.unshift((await add('/copies', { bookId, number: number(name), ...fields })).number)
      if (name === 'O') await add('/desk/scan', { actId: crypto.randomUUID(), code: seen[0], borrowerId: who.id })
    }
  }
  await open(page, '/manager/stocktakes')
  await page.getByLabel(w('copy_location')).selectOption(room)
  await page.locator('form').getByRole('button').click()
  await expect(heading(page)).toHaveText(w('stocktake_title'))
  await expect(page).toHaveURL(/[0-9a-f-]{36}$/)
  const field = page.getByLabel(w('stocktake_field'))
  for (const code of seen) {
    await field.fill(code)
    await field.press('Enter')
  }
  // The last answer, and the report with it.
  await expect(page.getByRole('button', { name: w('desk_add_title', { code: LONGEST }) })).toBeVisible()
  await page.reload()
  await expect(
    page.getByRole('button', { name: w('stocktake_fix_on_loan', { count: '4' }).slice(0, -1) }),
  ).toBeVisible()
  return new URL(page.url()).pathname
}

for (const locale of LANGUAGES)
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 768, height: 800 } })

    test('A stock-taking with long titles is never wider than the window', { tag: '@desktop' }, async ({ page, w }) => {
      const path = await takeStock(page, w, locale)
      await expectFit(page, path)
      for (const kind of ['', '/missing', '/misplaced', '/unknown', '/onLoan', '/lost']) {
        await enlargeText(page, false)
        await goOn(page, kind === '' ? '/manager/stocktakes' : `${path}${kind}`)
        if (kind !== '')
          await expect(page.getByRole('main').getByRole('list').getByRole('listitem').first()).toBeVisible()
        await expectFit(page, kind)
      }
      await enlargeText(page, false)
      await goOn(page, `${path}/unknown`)
      await page.getByRole('button', { name: w('desk_add_title', { code: LONGEST }) }).click()
      await expect(page.getByLabel(w('desk_add_search'))).toBeVisible()
      await expectFit(page, 'adding to a book')
    })
  })
