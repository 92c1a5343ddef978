import type { Page } from '@playwright/test'
import { labelPlace, labelsOfSheet, SHEETS, sheetOf, type LabelSheet } from '#shelves/label/sheet/sheets.ts'
import { runSql } from '../testing/database.ts'
import {
  codesByZbar,
  hasZbar,
  inkEdge,
  inkWords,
  printedPages,
  readCode,
} from '#shelves/label/sheet/printed.test-kit.ts'
import { testWith } from './own-server.ts'
import { expect, open } from './test.ts'

const test = testWith(async () => ({ SEED: 'sample' })).extend({
  storageState: async ({ server }, use) => use(await server.managerState()),
})
test.describe.configure({ mode: 'default' })

/** How far a label may be from its place, in millimetres. */
const WITHIN = 0.3

/** Prints the first two pages, as the browser's own dialog would at 100 %. */
const printed = async (page: Page) =>
  printedPages(await page.pdf({ preferCSSPageSize: true, printBackground: true, pageRanges: '1-2' }))

/** Leaves of each label on paper two black squares, in its first and in its last corner. */
const markCorners = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`
      [data-label] > * { visibility: hidden }
      [data-label] { border: 0 !important }
      [data-label]::before, [data-label]::after { content: ''; position: absolute; inline-size: 2mm; block-size: 2mm; background: black }
      [data-label]::before { inset-block-start: 0; inset-inline-start: 0 }
      [data-label]::after { inset-block-end: 0; inset-inline-end: 0 }`)
    document.adoptedStyleSheets = [sheet]
  })
const unmark = (page: Page) => page.evaluate(() => void (document.adoptedStyleSheets = []))

/** The sheet is chosen, and its labels are on the page. */
async function choose(page: Page, { id }: LabelSheet, label: string): Promise<void> {
  await page.getByLabel(label).selectOption(id)
  await expect(page.locator('.label-preview [data-label]').first()).toBeVisible()
}

/** How far the corners of the labels from `begin` on are from their places, at most; of a printer that is not right, on its paper. */
function farthest(
  page: Awaited<ReturnType<typeof printed>>[number],
  sheet: LabelSheet,
  begin = 0,
  onPaper = { x: (at: number) => at, y: (at: number) => at },
  inFile = onPaper,
): number {
  let most = 0
  for (let at = begin; at < labelsOfSheet(sheet); at++) {
    const { x, y } = labelPlace(sheet, at)
    const [right, bottom] = [x + sheet.label.width, y + sheet.label.height]
    const off = [
      onPaper.x(inkEdge(page, { along: 'x', at: inFile.x(x), across: inFile.y(y + 1), edge: 'first' })) - x,
      onPaper.y(inkEdge(page, { along: 'y', at: inFile.y(y), across: inFile.x(x + 1), edge: 'first' })) - y,
      onPaper.x(inkEdge(page, { along: 'x', at: inFile.x(right), across: inFile.y(bottom - 1), edge: 'last' })) - right,
      onPaper.y(inkEdge(page, { along: 'y', at: inFile.y(bottom), across: inFile.x(right - 1), edge: 'last' })) -
        bottom,
    ]
    for (const one of off) most = Number.isNaN(one) ? Number.POSITIVE_INFINITY : Math.max(most, Math.abs(one))
  }
  return most
}

for (const about of ['copies', 'cards']) {
  const path = `/manager/labels?about=${about}`
  test(
    `${about}: what is printed is noted as printed, which is taken back beside the sheets or in the activity`,
    { tag: '@desktop' },
    async ({ page, w }) => {
      // The dialog of the browser is out of reach: it is as if somebody had pressed 'Print' in it.
      await page.addInitScript(() => {
        window.print = () => void (document.documentElement.dataset.printed = 'yes')
      })
      const labels = page.locator('body > :first-child [data-label]')
      const none = page.getByText(w('labels_none'), { exact: true })
      const which = page.getByLabel(w('labels_which'))
      const undo = page.getByRole('main').getByRole('button', { name: w('books_undo') })
      const [words = ''] = w('labels_print', { count: 2, shown: '#' }).split('#')
      const print = async () => {
        await page.getByRole('button', { name: new RegExp(`^${words}\\d`) }).click()
        await expect(page.getByText(w('labels_again'))).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
        await expect(undo).toBeVisible()
      }
      await open(page, path)
      await expect(labels.first()).toBeAttached()
      const all = await labels.count()

      // Printed, and taken back at once: they stay.
      await print()
      await expect(labels).toHaveCount(all)
      await undo.click()
      await expect(undo).toHaveCount(0)
      await page.getByRole('button', { name: w('labels_go_on') }).click()
      await expect(page.getByText(w('labels_again'))).toHaveCount(0)
      await expect(labels).toHaveCount(all)

      // Printed for good: none is left, and all are of today.
      await print()
      await page.getByRole('button', { name: w('labels_go_on') }).click()
      await expect(none).toBeVisible()
      await expect(labels).toHaveCount(0)
      await which.selectOption('today')
      await expect(labels).toHaveCount(all)
      await which.selectOption('missing')
      await expect(none).toBeVisible()

      await open(page, '/manager/activity')
      await page
        .getByRole('main')
        .getByRole('button', { name: w('books_undo') })
        .first()
        .click()
      await expect(async () => {
        await open(page, path)
        await expect(labels).toHaveCount(all, { timeout: 5000 })
      }).toPass()
    },
  )
}

test.describe(() => {
  test.use({ viewport: { width: 1280, height: 900 } })

  test(
    'Each label of each sheet is printed where it belongs, and its bar code is read',
    { tag: ['@slow', '@desktop'] },
    async ({ page, w }) => {
      test.setTimeout(600_000)
      await open(page, '/manager/labels')
      for (const sheet of SHEETS.filter(({ isCut }) => !isCut)) {
        await choose(page, sheet, w('labels_sheet'))
        await markCorners(page)
        const [marks] = await printed(page)
        if (!marks) throw new Error('Nothing was printed')
        expect([sheet.id, Math.round(marks.width / 23.622), Math.round(marks.height / 23.622)]).toEqual([
          sheet.id,
          Math.round(sheet.page.width),
          Math.round(sheet.page.height),
        ])
        // The lower edge of a roll is that of the page, of which a hair is left free.
        const off = farthest(marks, sheet)
        expect(off, sheet.id).toBeLessThanOrEqual(WITHIN)
        await unmark(page)
        const numbers = await page.locator('body > :first-child [data-label] .label-number').allTextContents()
        for (const [index, labels] of (await printed(page)).entries())
          for (let at = 0; at < labelsOfSheet(sheet); at++) {
            const number = numbers[index * labelsOfSheet(sheet) + at]
            const read = number && (await readCode(labels, { ...labelPlace(sheet, at), ...sheet.label }))
            expect([sheet.id, at, read]).toEqual([sheet.id, at, number])
          }
        test.info().annotations.push({ type: sheet.id, description: `${off.toFixed(3)} mm` })
      }
    },
  )

  test(
    'The reader of Debian finds each bar code of each sheet',
    { tag: ['@slow', '@desktop'] },
    async ({ page, w }) => {
      test.skip(!hasZbar(), 'There is no zbarimg here (zbar-tools)')
      test.setTimeout(600_000)
      await open(page, '/manager/labels')
      for (const sheet of SHEETS.filter(({ isCut }) => !isCut)) {
        await choose(page, sheet, w('labels_sheet'))
        const numbers = await page.locator('body > :first-child [data-label] .label-number').allTextContents()
        for (const [index, labels] of (await printed(page)).entries()) {
          const first = index * labelsOfSheet(sheet)
          const own = numbers.slice(first, first + labelsOfSheet(sheet))
          expect([sheet.id, (await codesByZbar(labels)).toSorted()]).toEqual([sheet.id, own.toSorted()])
        }
      }
    },
  )

  test(
    'A printer at 94 % is measured once, and from then on prints labels where they belong',
    { tag: ['@slow', '@desktop'] },
    async ({ page, w }) => {
      test.setTimeout(300_000)
      const sheet = sheetOf('L7160')
      await open(page, '/manager/labels')
      // What a page that is fitted into the middle of the paper becomes.
      const [scale, x, y] = [0.94, 6.3, 8.91]
      const measured = { left: scale * 20 + x, width: scale * 150, top: scale * 20 + y, height: scale * 200 }
      await page.getByRole('button', { name: w('labels_ruler'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(w('labels_printer_name')).fill('Bureau')
      await dialog.getByLabel(w('labels_measure_left')).fill('200')
      await dialog.getByRole('button', { name: w('noun_save') }).click()
      // Four measures that cannot be right are named.
      await expect(dialog.getByRole('alert')).toHaveCount(4)
      await dialog.getByLabel(w('labels_measure_left')).fill(measured.left.toFixed(1).replace('.', ','))
      await dialog.getByLabel(w('labels_measure_width')).fill(measured.width.toFixed(1))
      await dialog.getByLabel(w('labels_measure_top')).fill(measured.top.toFixed(1))
      await dialog.getByLabel(w('labels_measure_height')).fill(measured.height.toFixed(1))
      await dialog.getByRole('button', { name: w('noun_save') }).click()
      await expect(dialog).toBeHidden()
      await page.reload()
      await expect(page.getByLabel(w('labels_printer'))).toHaveValue('Bureau')
      await page.getByLabel(w('labels_begin')).fill('5')
      await expect(page.locator('body > :first-child [data-label]').first()).toHaveAttribute('data-label', '4')
      await markCorners(page)
      const [marks] = await printed(page)
      if (!marks) throw new Error('Nothing was printed')
      const onPaper = { x: (at: number) => scale * at + x, y: (at: number) => scale * at + y }
      const inFile = { x: (at: number) => (at - x) / scale, y: (at: number) => (at - y) / scale }
      expect(farthest(marks, sheet, 4, onPaper, inFile)).toBeLessThanOrEqual(WITHIN)
      // The labels before the first one are free.
      expect(
        inkEdge(marks, {
          along: 'x',
          at: inFile.x(labelPlace(sheet, 3).x),
          across: inFile.y(labelPlace(sheet, 3).y + 1),
          edge: 'first',
        }),
      ).toBeNaN()
    },
  )

  test(
    'A title from right to left is printed so, with Latin letters in it at its end',
    { tag: ['@slow', '@desktop'] },
    async ({ page, w, server }) => {
      test.setTimeout(180_000)
      await runSql(
        server.dataDir,
        `update book set title = 'أولاد حارتنا I' where id = (select book_id from copy where label_printed_on is null
          and condition not in ('lost', 'withdrawn') order by sort_number limit 1)`,
        [],
      )
      await open(page, '/manager/labels')
      for (const part of ['labels_code', 'copy_number', 'copy_shelf_mark'] as const)
        await page.getByRole('checkbox', { name: w(part) }).uncheck()
      const sheet = sheetOf('L7160')
      const [labels] = await printed(page)
      if (!labels) throw new Error('Nothing was printed')
      const place = labelPlace(sheet, 0)
      const words = inkWords(labels, {
        x: place.x + 1,
        y: place.y + 1,
        width: sheet.label.width - 2,
        height: sheet.label.height - 2,
      })
      // From the left: the one thin letter, then the Arabic words.
      expect(words.length).toBeGreaterThanOrEqual(2)
      const [letter, next] = words
      expect((letter?.to ?? 0) - (letter?.from ?? 0)).toBeLessThan(0.9)
      expect((next?.to ?? 0) - (next?.from ?? 0)).toBeGreaterThan(0.9)
      const last = words.at(-1)
      expect((last?.to ?? 0) - (last?.from ?? 0)).toBeGreaterThan(0.9)
    },
  )

  test(
    'Cards that were printed are noted as that, as many as there are, and it is taken back',
    { tag: ['@slow', '@desktop'] },
    async ({ page, w }) => {
      await page.addInitScript(() => (window.print = () => undefined))
      await open(page, '/manager/labels?about=cards')
      await page.getByRole('button', { name: w('labels_print', { count: 3, shown: '3' }) }).click()
      const rows = w('borrower_count', { count: 30, shown: '30' })
      await expect(page.getByText(w('labels_noted', { rows }))).toBeVisible()
      await page.getByRole('button', { name: w('books_undo'), exact: true }).click()
      await expect(page.getByText(w('books_bulk_undone', { books: rows }))).toBeVisible()
    },
  )
})
