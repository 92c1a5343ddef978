import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { marcOf } from '#base/formats/marc/marc.test-kit.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { stageFile } from '#test/stage-file.ts'
import { copiesTexts } from '../page/import-counts.ts'
import { importRouter } from '../import.router.server.ts'
import { startImport } from '../import.server.ts'
import { runImport } from '../run/import-runner.server.ts'

// A copy that is out belongs to the library; of a loan, no file of books says enough.

useDatabase()

let manager: SignedInCaller
beforeEach(async () => {
  await storeLibrarySettings({ lending: true })
  manager = await as('manager')
  await db.delete(book)
})

async function imported(file: string | Buffer) {
  const { id } = await stageFile(manager, file)
  const { lentCopies } = await manager.call(importRouter.get, { id })
  await startImport(id)
  await runImport(id)
  const { items } = await manager.call(importRouter.rows, { id, limit: 10 })
  const done = await manager.call(importRouter.get, { id })
  expect(done.lentCopies).toBe(lentCopies)
  const { number, condition } = copy
  const copies = await db
    .select({ number, condition })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .orderBy(asc(number))
  return {
    lent: lentCopies,
    texts: copiesTexts(done),
    notes: items.flatMap(({ notes }) => notes),
    copies: copies.map((one) => Object.values(one).join(' ')),
  }
}

test.each([
  ['Destiny', 'Title,Author,Copy Barcode,Copy Status', 'Available', 'Checked Out', 'Lost'],
  ['Alexandria', 'Title,Author,Copy Barcode,Copy Status', 'Available', 'Overdue', 'Lost'],
  ['Koha', 'title,author,barcode,itemlost,onloan', '0,', '0,2026-11-30', '1,'],
  ['PMB', 'Titre propre,Auteurs,Code-barre exemplaire,Statut', 'Disponible', 'Prêté', 'Perdu'],
  ['SLiMS', 'title,author,item_code,item_status_name', 'Tersedia', 'Sedang dipinjam', 'Missing'],
])('A copy that is on loan in a file of %s is good, and is counted once', async (_, header, ok, lent, lost) => {
  const found = await imported(`${header}\nA,B,L1,${ok}\nC,D,L2,${lent}\nE,F,L3,${lost}\nC,D,L4,${lent}\n`)
  expect(found).toMatchObject({ lent: 2, notes: [], copies: ['L1 ok', 'L2 ok', 'L3 lost', 'L4 ok'] })
  expect(found.texts).toEqual([
    'Copies added: 4.',
    'Copies that are on loan according to the file: 2. They come in as part of the stock; an import makes no loans.',
  ])
})

test('A file without a copy on loan has no word about it', async () => {
  const { lent, texts } = await imported('Title,Author,Copy Barcode,Copy Status\nA,B,L1,Available\nC,D,L2,Lost\n')
  expect({ lent, texts }).toEqual({ lent: 0, texts: ['Copies added: 2.'] })
})

test.each([
  ['MARC 21', ['245', '10$aA'], '952', '$aMAIN$bMAIN$pM1', '$aMAIN$bMAIN$pM2$q2026-11-30'],
  ['UNIMARC', ['200', '1 $aA'], '995', '$bMAIN$fM1', '$bMAIN$fM2$n2026-11-30'],
] as const)('Items of Koha in %s are on loan by the day on which they are due', async (_, title, tag, here, lent) => {
  const found = await imported(marcOf([title, [tag, `  ${here}`], [tag, `  ${lent}`]]))
  expect(found).toMatchObject({ lent: 1, notes: [], copies: ['M1 ok', 'M2 ok'] })
})
