import { expect, test } from 'vitest'
import { labelsOfSheet, pagesOf, labelPlace, SHEETS, sheetOf } from './sheets.ts'

test('Every label of every sheet lies on its page, and none on another', () => {
  for (const sheet of SHEETS) {
    const { page, label, pitch, columns, rows } = sheet
    const last = labelPlace(sheet, labelsOfSheet(sheet) - 1)
    expect([sheet.id, sheet.first.x >= 0, sheet.first.y >= 0]).toEqual([sheet.id, true, true])
    // In the middle of the page: what is left over is the same on both sides.
    expect(last.x + label.width + sheet.first.x).toBeCloseTo(page.width, 6)
    expect(last.y + label.height + sheet.first.y).toBeCloseTo(page.height, 6)
    expect(columns === 1 || pitch.x >= label.width).toBe(true)
    expect(rows === 1 || pitch.y >= label.height).toBe(true)
  }
})

test('The sheets are those of their makers', () => {
  const known = SHEETS.map((sheet) => {
    const { id, label, first } = sheet
    return [id, labelsOfSheet(sheet), label.width, label.height, first.x.toFixed(2), first.y.toFixed(2)]
  })
  expect(known).toEqual([
    ['L7160', 21, 63.5, 38.1, '7.21', '15.15'],
    ['L7163', 14, 99.1, 38.1, '4.65', '15.15'],
    ['L4731', 189, 25.4, 10, '8.60', '13.50'],
    ['L7651', 65, 38.1, 21.2, '4.75', '10.70'],
    ['5160', 30, 66.675, 25.4, '4.76', '12.70'],
    ['3475', 24, 70, 36, '0.00', '4.50'],
    ['11352', 1, 54, 25, '0.00', '0.00'],
    ['DK-11209', 1, 62, 29, '0.00', '0.00'],
    ['cards', 10, 85, 54, '20.00', '13.50'],
  ])
})

test('Labels follow each other along the rows, from whichever is free on the first sheet', () => {
  const sheet = sheetOf('L7160')
  const pages = pagesOf(
    Array.from({ length: 42 }, (_, index) => index),
    sheet,
    4,
  )
  expect(pages.map((page) => page.length)).toEqual([17, 21, 4])
  expect(pages[0]?.[0]).toEqual({ item: 0, at: 4 })
  expect(pages[2]?.at(-1)).toEqual({ item: 41, at: 3 })
  expect(pagesOf([], sheet, 4)).toEqual([])
  // A place that the sheet does not have is its last one, as after a change of the sheet.
  expect(pagesOf([1, 2], sheet, 500).map((page) => page.map(({ at }) => at))).toEqual([[20], [0]])
  expect(pagesOf([1], sheet, -3)[0]?.[0]?.at).toBe(0)
})
