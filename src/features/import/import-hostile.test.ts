import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { bookImport, bookImportRow } from '#db/tables/book-import.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { workbookOf } from '#formats/xlsx/xlsx.test-kit.ts'
import { importRouter } from './import.router.server.ts'
import { runImport } from './import-runner.server.ts'

// Files that are made to harm: each is read, or refused with a sentence.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await db.delete(bookImport)
})

const send = (body: string | Buffer, query = '?dryRun=true') =>
  manager.request(`/api/v1/imports${query}`, { method: 'POST', body })

const text = (value: string) => `<c t="str"><v>${value}</v></c>`

test.each([
  ['{"title":"A\\u0000b","author":"\\u0000","genre":"G\\u0000","id":"\\u0000"}'],
  ['{"title":"Ab","x\\u0000y":"z","\\ud800":"\\udc00"}'],
  ['title,au\0thor\nA\0b,\0\n'],
])('NUL and lone surrogates: %j', async (body) => {
  const response = await send(body)
  expect(await response.json()).toMatchObject({ rows: 1 })
  expect(response.status).toBe(201)
})

test('NUL and lone surrogates in a workbook', async () => {
  const rows = `<row>${text('title')}${text('_x0000_')}${text('_xD800_n')}</row><row>${text('A_x0000_b')}${text('_x0000_')}</row>`
  expect(await (await send(await workbookOf({ sheets: { 'name="S_x0000_"': rows } }))).json()).toMatchObject({
    rows: 1,
    created: 1,
  })
})

test('a cell of a few bytes that has a long text does not fill the memory', async () => {
  const strings = `<si><t>A</t></si><si>${`<r><t>${'x'.repeat(1_600_000)}</t></r>`.repeat(5)}</si>`
  const styles = `<numFmts><numFmt numFmtId="164" formatCode="${'0'.repeat(1_900_000)}"/></numFmts><cellXfs><xf/><xf numFmtId="164"/></cellXfs>`
  const wide = `<row>${text('title')}${Array.from({ length: 299 }, (_, at) => text(`c${at}`)).join('')}</row>`
  const shared = `<row>${'<c t="s"><v>1</v></c>'.repeat(300)}</row>`
  const few = `<row>${'<c t="s"><v>1</v></c>'.repeat(20)}</row>`
  const padded = `<row>${'<c s="1"><v>7</v></c>'.repeat(200)}</row>`
  const sheets = { 'name="S"': wide + shared.repeat(20) + few.repeat(20) + padded.repeat(20) }
  const before = process.memoryUsage().rss
  const { id, ...counts } = await (await send(await workbookOf({ sheets, strings, styles }), '')).json()
  expect(counts).toMatchObject({ rows: 60, created: 1, unchanged: 19, refused: 40 })
  await runImport(id)
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
  const { items } = await manager.call(importRouter.rows, { id, result: 'refused' })
  expect([items[0]?.reason?.kind, items[20]?.reason?.kind]).toEqual(['too-long', 'field'])
  const refused = await (await manager.request(`/api/v1/imports/${id}/refused`)).text()
  expect(refused.length).toBeLessThan(1_000_000)
  expect(refused).toContain('x…,')
})

test('of many refused rows the first are stored, and the others counted', async () => {
  const response = await send(`{"title":"A"}\n${'{}\n'.repeat(10_500)}{"title":"B"}`, '')
  const { id, ...before } = await response.json()
  const counts = { rows: 10_502, created: 2, unchanged: 0, refused: 10_500 }
  expect(before).toMatchObject(counts)
  expect(await db.$count(bookImportRow)).toBe(10_002)
  await runImport(id)
  const state = await (await manager.request(`/api/v1/imports/${id}`)).json()
  expect(state).toMatchObject({ state: 'done', ...counts })
  const refused = await (await manager.request(`/api/v1/imports/${id}/refused`)).text()
  expect(refused.trim().split('\r\n')).toHaveLength(10_001)
})

test('more than two million rows are refused with the limit, not read for minutes', async () => {
  const response = await send(`{"title":"A"}\n${'{}\n'.repeat(2_000_001)}`)
  expect([response.status, (await response.json()).message]).toEqual([
    400,
    'The file has more than 2,000,000 rows: split it',
  ])
})

test('many columns beside many empty rows cost what the file has', async () => {
  const wide = Object.fromEntries(Array.from({ length: 999 }, (_, at) => [`k${at}`, 'v']))
  const response = await send(`${JSON.stringify({ title: 'A', ...wide })}\n${'{}\n'.repeat(20_000)}`)
  expect(await response.json()).toMatchObject({ rows: 20_001, refused: 20_000 })
})
