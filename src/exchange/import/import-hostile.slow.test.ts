import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { book } from '#base/db/tables/book.ts'
import { bookImport, bookImportRow } from '#base/db/tables/book-import.ts'
import { cleanName } from '#base/formats/marc/punctuation.ts'
import { workbookOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { asPlainLine } from '#base/lib/search/text.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { findImport, startImport } from './import.server.ts'
import { importRouter } from './import.router.server.ts'
import { runImport } from './run/import-runner.server.ts'
import { areTurned, turnNames } from '#catalogue/book/shared/turn-names.server.ts'
import { isSumRow } from './staging/import-text.server.ts'

// Files that are made to harm: each is read, or refused with a sentence.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(book)
  await db.delete(bookImport)
})

const text = (value: string) => `<c t="str"><v>${value}</v></c>`
const workbook = `<row>${text('title')}${text('_x0000_')}${text('n_x0000_')}</row><row>${text('A_x0000_b')}${text('_xD800_')}</row>`

test.each([
  ['JSON lines', '{"title":"A\\u0000b","author":"\\u0000","genre":"G\\u0000","id":"\\u0000"}', 'created'],
  ['keys', '{"title":"Ab","x\\u0000y":"z","\\ud800":"\\u0000"}', 'created'],
  ['half characters', '{"title":"A\\udc00"}', 'created'],
  ['CSV', `title,auth\0or\nA${' long'.repeat(50)}\0b,\0\n`, 'created'],
  ['a workbook', await workbookOf({ sheets: { 'name="S_x0000_"': workbook } }), 'created'],
])('NUL and half characters are no error: %s', async (_, file, result) => {
  const { id, header, examples } = await stageFile(manager, file)
  const { items } = await manager.call(importRouter.rows, { id })
  expect(items.map((row) => row.result)).toEqual([result])
  expect(JSON.stringify([header, examples, items])).not.toMatch(/\\u0000|\\ud/)
})

test('A cell of a few bytes that has a long text does not fill the memory', async () => {
  const strings = `<si><t>A</t></si><si>${`<r><t>${'x'.repeat(1_600_000)}</t></r>`.repeat(5)}</si>`
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(1_900_000)}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`
  const wide = `<row>${text('title')}${Array.from({ length: 299 }, (_, at) => text(`c${at}`)).join('')}</row>`
  const shared = `<row>${'<c t="s"><v>1</v></c>'.repeat(300)}</row>`
  const few = `<row>${'<c t="s"><v>1</v></c>'.repeat(20)}</row>`
  const padded = `<row>${'<c s="1"><v>7</v></c>'.repeat(200)}</row>`
  const sheets = { 'name="S"': wide + shared.repeat(20) + few.repeat(20) + padded.repeat(20) }
  const file = await workbookOf({ sheets, strings, styles })
  expect(file.length).toBeLessThan(30_000)
  const before = process.memoryUsage().rss
  const { id } = await stageFile(manager, file)
  await startImport(id)
  await runImport(id)
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  expect(await findImport(id)).toMatchObject({ total: 60, created: 1, unchanged: 0, refused: 59 })
  const { items } = await manager.call(importRouter.rows, { id, result: 'refused', limit: 100 })
  expect([0, 20, 40].map((at) => items[at]?.reason?.kind)).toEqual(['too-long', 'field', 'repeated-title'])
  const refused = await (await manager.request(`/api/v1/imports/${id}/refused`)).text()
  expect(refused.length).toBeLessThan(1_000_000)
  expect(refused).toContain('x…,')
})

test('Of many refused rows the first are stored, and the others counted', async () => {
  const { id } = await stageFile(manager, `{"title":"A"}\n${'{}\n'.repeat(10_500)}{"title":"B"}`)
  const counts = { total: 10_502, created: 2, unchanged: 0, refused: 10_500 }
  expect(await findImport(id)).toMatchObject(counts)
  expect(await db.$count(bookImportRow, eq(bookImportRow.importId, id))).toBe(10_002)
  await startImport(id)
  await runImport(id)
  expect(await findImport(id)).toMatchObject({ state: 'done', ...counts })
  const refused = await (await manager.request(`/api/v1/imports/${id}/refused`)).text()
  expect(refused.trim().split('\r\n')).toHaveLength(10_001)
})

test('Many columns beside many empty rows cost what the file has', async () => {
  const wide = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`k${at}`, 'v']))
  const started = process.cpuUsage()
  const { id } = await stageFile(manager, `${JSON.stringify({ title: 'A', ...wide })}\n${'{}\n'.repeat(20_000)}`)
  expect(await findImport(id)).toMatchObject({ total: 20_001, created: 1, refused: 20_000 })
  expect(process.cpuUsage(started).user).toBeLessThan(5_000_000)
})

test('Cells of many spaces, digits or marks cost what others of their length do', () => {
  const [spaces, digits] = [`a${' '.repeat(32_000)}b`, `${'1'.repeat(32_000)}x`]
  const started = process.cpuUsage()
  expect(areTurned([spaces, spaces, spaces])).toBe(false)
  expect(turnNames(spaces)).toBe(spaces)
  expect(isSumRow([digits, digits])).toBe(false)
  expect(asPlainLine(`${spaces}\n`)).toBe(spaces)
  for (const sign of [',', '.', ' ,', '\u200E', ' ']) expect(cleanName(`T${sign.repeat(100_000)}x`)).toMatch(/^T.*x$/su)
  expect(process.cpuUsage(started).user).toBeLessThan(2_000_000)
})

test('A genre is called like a property of every object', async () => {
  const { id } = await stageFile(manager, 'title,author,genre\nX,Y,__proto__\nZ,Y,constructor\n')
  expect(await findImport(id)).toMatchObject({ created: 2 })
})
