import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { importRouter } from '../import.router.server.ts'
import { startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  await storeLibrarySettings({ lending: true })
  await db.delete(book)
})

const FIRST = 'The Élan;J. R. R. Tolkien;Orbit;2001;Novel;Sea'
const HEADER = 'title;author;publisher;year;genre;subjects'

async function rowsOf(...rows: string[]) {
  const { id } = await stageFile(manager, [HEADER, FIRST, ...rows, ''].join('\n').replaceAll(';', ','))
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  return items.slice(1).map(({ result, reason }) => [result, reason])
}

test.each([
  ['all the same', FIRST],
  ['other letters, accents, spaces and dots of initials', 'THE  elan;j.r.r. tolkien;Orbit;2001;Novel;Sea'],
  ['another spelling of the genre', 'The elan;J.R.R. Tolkien;Orbit;2001;NOVEL;Sea'],
  ['less', 'the élan;J.R.R. Tolkien;;2001;;'],
])('A row that repeats another one with %s is the same', async (_, row) => {
  expect(await rowsOf(row)).toEqual([['unchanged', { kind: 'repeated-same', row: 2 }]])
})

test.each([
  ['genre', 'The elan;J.R.R. Tolkien;Orbit;2001;Drama;Sea', 'Novel', 'Drama'],
  ['subjects', 'The élan;J.R.R. Tolkien;Orbit;2001;Novel;Hills', '["Sea"]', '["Hills"]'],
])(
  'A row that repeats another one with another %s says what differs, and no spelling',
  async (field, row, before, after) => {
    const differences = [{ field, before, after }]
    const [[result, reason] = []] = await rowsOf(row)
    expect([result, reason]).toEqual(['refused', { kind: 'repeated', row: 2, differences }])
  },
)

test('A row of another spelling that has a label is a copy of the same book, and says nothing', async () => {
  const { id } = await stageFile(
    manager,
    'title,author,barcode\nThe Élan,J. R. R. Tolkien,E1\nthe elan,J.R.R. Tolkien,E2\n',
  )
  await startImport(id)
  await runImport(id)
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  expect(items.map(({ result, reason }) => [result, reason])).toEqual([
    ['created', null],
    ['unchanged', { kind: 'further-copy', row: 2 }],
  ])
  expect(await manager.call(importRouter.get, { id })).toMatchObject({ copies: 2, refused: 0 })
})
