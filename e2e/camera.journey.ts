import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { findBrowser } from '../testing/browser.ts'
import { askApi, findBooks } from '../testing/books-api.ts'
import { photoOf, writeFilm } from '../testing/barcode-film.ts'
import { faultsOf } from './axe.ts'
import { testWith } from './own-server.ts'
import { expect, open } from './test.ts'
import { PHONE } from './sizes.ts'

const [CARD, COPY, ISBN] = ['B7000001', 'K7000001', '9780306406157']

// Each is held in front of the camera for one second: what is not read in it is missed. The back of the book has its ISBN too,
// which is larger and further from the middle.
// Not in the process that only lists the tests.
const film =
  process.env.TEST_WORKER_INDEX === undefined
    ? ''
    : await writeFilm([
        { tenths: 10, codes: [{ format: 'Code128', text: CARD, x: 120, y: 190, bar: 3 }] },
        {
          tenths: 10,
          codes: [
            { format: 'Code128', text: COPY, x: 160, y: 200, bar: 2, height: 60 },
            { format: 'EAN13', text: ISBN, x: 150, y: 310, bar: 3 },
          ],
        },
      ])
const browser = await findBrowser()

const test = testWith(async () => ({})).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})
test.describe.configure({ mode: 'default' })
test.use({
  launchOptions: {
    ...browser,
    args: [
      ...browser.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})
test.afterAll(() => rmSync(dirname(film), { recursive: true, force: true }))

test.beforeAll(async ({ server, browser: chromium }) => {
  const context = await chromium.newContext({ storageState: await server.managerState(), baseURL: server.url })
  const page = await context.newPage()
  await page.goto('/manager')
  const { id: groupId } = (await askApi(page, 'POST', '/borrower-groups', { name: '7C', kind: 'class' })) as {
    id: string
  }
  await askApi(page, 'POST', '/borrowers', { name: 'Tumaini Wekesa', groupId, card: CARD })
  const [book] = await findBooks(page, 'the')
  await askApi(page, 'POST', '/copies', { bookId: book?.id, number: COPY, location: 'Main room' })
  await context.close()
})

test(
  'A card and a book are read by the camera within a second each, and the book is lent once',
  { tag: '@phone' },
  async ({ page, w }) => {
    await open(page, '/manager/desk')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.getByRole('button', { name: w('camera_title') }).click()
    const panel = page.getByRole('region', { name: w('camera_title') })
    await expect(panel.getByRole('status')).toHaveText(w('camera_point'))
    const begun = Date.now()
    const borrower = page.getByRole('region', { name: 'Tumaini Wekesa' })
    await expect(borrower.getByRole('listitem')).toHaveCount(1)
    // Each is seen for a second at a time, so it was read within one. Three rounds of the film: the camera may have begun in the
    // middle of one, and other journeys run beside it.
    expect(Date.now() - begun).toBeLessThan(6000)
    expect(asked.filter((path) => path.endsWith('.wasm'))).toHaveLength(1)
    // The film goes on: nothing is scanned twice.
    await page.waitForTimeout(5000)
    await expect(borrower.getByRole('listitem')).toHaveCount(1)
    expect(await faultsOf(page)).toEqual([])
    await panel.getByRole('button', { name: w('camera_close') }).click()
    await expect(panel).toBeHidden()
    await expect(page.getByRole('button', { name: w('camera_title') })).toBeFocused()
  },
)

test(
  'A camera that is not allowed is said, and a photo is read in its place',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await page.addInitScript(() => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))
    })
    await open(page, '/manager/desk')
    await page.getByRole('button', { name: w('camera_title') }).click()
    const panel = page.getByRole('region', { name: w('camera_title') })
    await expect(panel.getByRole('alert')).toHaveText(w('camera_denied'))
    const chosen = page.waitForEvent('filechooser')
    await panel.getByRole('button', { name: w('camera_photo') }).click()
    const buffer = await photoOf([{ format: 'Code128', text: CARD, x: 100, y: 100, bar: 3 }])
    await (await chosen).setFiles({ name: 'card.png', mimeType: 'image/png', buffer })
    await expect(page.getByRole('region', { name: 'Tumaini Wekesa' })).toBeVisible()
  },
)

test(
  'A new book gets the ISBN on its back, and not the number of its label',
  { tag: ['@desktop', '@slow'] },
  async ({ page, w }) => {
    await open(page, '/manager/books/new')
    await page.getByText(w('book_more_details')).click()
    await page.getByRole('button', { name: w('camera_title') }).click()
    await expect(page.getByRole('button', { name: /978-0-306-40615-7/ })).toBeVisible()
    await expect(page.getByRole('region', { name: w('camera_title') })).toBeHidden()
  },
)

test(
  'Documents of managers, and those that lead to them, may ask for the camera, and no other',
  { tag: ['@desktop', '@slow'] },
  async ({ page, newReader, context }) => {
    const policyOf = async (path: string) =>
      (await page.request.get(path)).headers()['permissions-policy']?.split(',')[0]
    expect(await policyOf('/manager/desk')).toBe('camera=(self)')
    await context.clearCookies()
    expect(await policyOf('/login')).toBe('camera=(self)')
    await newReader()
    expect(await policyOf('/app/books')).toBe('camera=()')
  },
)

test.describe('Over plain http', () => {
  test.use(PHONE)
  // As on a page by plain http of another computer, where browsers have no `mediaDevices`.
  test.beforeEach(({ context }) =>
    context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined })),
  )

  test('a phone reads photos, and says what is wrong with one', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await open(page, '/manager/desk')
    const take = async (buffer: Buffer) => {
      const chosen = page.waitForEvent('filechooser')
      await page.getByRole('button', { name: w('camera_photo') }).click()
      await (await chosen).setFiles({ name: 'photo.png', mimeType: 'image/png', buffer })
    }
    await take(await photoOf([]))
    await expect(page.getByRole('alert')).toHaveText(w('camera_photo_nothing'))
    await take(Buffer.from('no picture'))
    await expect(page.getByRole('alert')).toHaveText(w('picture_unreadable'))
    await take(await photoOf([{ format: 'Code128', text: CARD, x: 100, y: 100, bar: 3 }]))
    await expect(page.getByRole('region', { name: 'Tumaini Wekesa' })).toBeVisible()
  })
})

test.describe('Over plain http', () => {
  test('a computer without a touch screen has no button', { tag: ['@desktop', '@slow'] }, async ({ page, w }) => {
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'mediaDevices', { get: () => undefined }))
    await open(page, '/manager/desk')
    await expect(page.getByRole('button', { name: w('desk_print_day') })).toBeVisible()
    await expect(page.getByRole('button', { name: w('camera_photo') })).toBeHidden()
    await expect(page.getByRole('button', { name: w('camera_title') })).toBeHidden()
  })
})
