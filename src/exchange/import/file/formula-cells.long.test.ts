import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { workbookOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { noteText, reasonText } from '../page/import-words.ts'
import { importRouter } from '../import.router.server.ts'

// Programs that write workbooks without calculating them leave the results of formulas out.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
})

const cell = (text: string) => `<c t="str"><v>${text}</v></c>`
const formula = '<c><f>A1</f><v/></c>'

test('A cell with a formula without a result says what to do, and its row is refused only for the title', async () => {
  const rows = [
    ['title', 'subtitle', 'author', 'Price'].map(cell),
    [formula, cell('a story'), cell('A'), cell('5')],
    [cell('Sea'), formula, formula, formula],
    [cell('Hill'), '<c/>', cell('B'), cell('6')],
    [cell('Total'), '<c/>', '<c/>', formula],
  ]
  const sheet = rows.map((cells) => `<row>${cells.join('')}</row>`).join('')
  const { id } = await stageFile(manager, await workbookOf({ sheets: { 'name="Books"': sheet } }), 'list.xlsx')
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  expect(items.map(({ row, result }) => [row, result])).toEqual([
    [2, 'refused'],
    [3, 'created'],
    [4, 'created'],
    [5, 'refused'],
  ])
  expect(items[0]?.reason).toEqual({ kind: 'formula', field: 'title' })
  expect(items[0]?.reason && reasonText(items[0].reason)).toMatch(
    /^Title: the cell has a formula without a result\. Open/,
  )
  expect(items[1]?.values).toEqual({ title: 'Sea' })
  expect(items[1]?.notes).toEqual(['formula:title', 'formula:author', 'formula:details:Price'])
  expect(items[1]?.notes.map(noteText)).toEqual([
    expect.stringMatching(/^Title: left out, since the cell has a formula/),
    expect.stringMatching(/^Author: left out/),
    expect.stringMatching(/^\u2068Price\u2069: left out/),
  ])
  expect(items[2]?.notes).toEqual([])
  expect(items[3]?.reason).toEqual({ kind: 'sum' })
})
