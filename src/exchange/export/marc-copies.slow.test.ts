import { buffer } from 'node:stream/consumers'
import * as fc from 'fast-check'
import { asc, eq, isNotNull, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { storeLibrarySettings } from '#base/db/library-settings.server.ts'
import { bookImport, bookImportRow } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { copy } from '#base/db/tables/copy.ts'
import { COPY_CONDITIONS } from '#catalogue/book/copy-condition.words.ts'
import { marcOf, type MarcFieldText } from '#base/formats/marc/marc.test-kit.ts'
import { useDatabase } from '#test/database.ts'
import { importFile } from '#test/stage-file.ts'
import { line } from './any-book.test-kit.ts'
import { exportBooks } from './book-export.server.ts'

useDatabase()
beforeEach(async () => {
  await storeLibrarySettings({ lending: true })
  await clear()
})

const clear = async () => {
  for (const table of [book, bookImportRow, bookImport]) await db.delete(table)
}
const exported = () => buffer(exportBooks('marc', {}))
/** The fields of a file's records, by an own reading. */
const fieldsOfFile = (file: Buffer) =>
  file
    .toString()
    .split('\x1d')
    .slice(0, -1)
    .map((record) => {
      const [head = '', ...fields] = record.split('\x1e')
      return fields
        .slice(0, -1)
        .map((text, at) => `${head.slice(24 + 12 * at, 27 + 12 * at)} ${text.replaceAll('\x1f', '$')}`)
    })

const importRecords = (...records: MarcFieldText[][]) => importFile(Buffer.concat(records.map((one) => marcOf(one))))
const { number, location, condition, note, acquiredOn } = copy
const copies = () =>
  db
    .select({ title: book.title, number, location, condition, note, acquiredOn })
    .from(copy)
    .innerJoin(book, eq(book.id, copy.bookId))
    .orderBy(asc(number))

const koha: MarcFieldText[] = [
  ['245', '10$aKoha'],
  ['952', '  $00$10$40$70$aMAIN$bMAIN$cSTACKS$d2024-05-06$oR KOH$pK-1$yBK$zGift'],
  ['952', '  $00$11$40$aMAIN$p K 2 $yBK'],
  ['952', '  $00$10$72$aMAIN$pK/3'],
]
const holdings: MarcFieldText[] = [
  ['245', '10$aHoldings'],
  ['852', '  $bBranch$cHall$hR HOL$p39346 001$t2'],
  ['852', '  $bBranch$pH-2$qAbîmé$zTorn'],
  ['852', '  $bA &amp; B$pH-3$qSlightly foxed'],
  ['949', '  $aR HOL$i30007006033608$lCIR$mMAIN'],
]
const unimarc: MarcFieldText[] = [
  ['200', '1 $aRecommandation'],
  ['995', '  $bBIB$cBIB$eAdultes$f00123$kR REC$uDon'],
  ['995', '  $bBIB$f00124$21'],
]

test('The items of Koha, of holdings, and of Recommandation 995 are copies', async () => {
  expect(await importRecords(koha, holdings)).toMatchObject({ created: 2, copies: 6 })
  expect(await importRecords(unimarc)).toMatchObject({ created: 1, copies: 2 })
  const plain = { condition: 'ok', note: '', acquiredOn: null }
  expect(await copies()).toEqual([
    { title: 'Recommandation', number: '00123', location: 'Adultes', ...plain, note: 'Don' },
    { title: 'Recommandation', number: '00124', location: 'BIB', ...plain, condition: 'lost' },
    { title: 'Holdings', number: '30007006033608', location: 'CIR', ...plain },
    { title: 'Holdings', number: '39346001', location: 'Hall', ...plain },
    { title: 'Holdings', number: 'H-2', location: 'Branch', condition: 'damaged', note: 'Torn', acquiredOn: null },
    { title: 'Holdings', number: 'H-3', location: 'A & B', ...plain },
    { title: 'Koha', number: 'K-1', location: 'STACKS', ...plain, note: 'Gift', acquiredOn: '2024-05-06' },
    { title: 'Koha', number: 'K2', location: 'MAIN', ...plain, condition: 'lost' },
  ])
  const books = await db
    .select({ title: book.title, shelfMark: book.shelfMark, details: book.details })
    .from(book)
    .orderBy(asc(book.title))
  expect(books).toEqual(
    ['Holdings', 'Koha', 'Recommandation'].map((title) => ({
      title,
      shelfMark: `R ${title.slice(0, 3).toUpperCase()}`,
      details: [],
    })),
  )
  const notes = await db.select({ notes: bookImportRow.notes }).from(bookImportRow)
  expect(notes.flatMap((row) => row.notes ?? [])).toEqual([
    'left-out:copyNumber:K/3',
    'left-out:copyCondition:Slightly foxed',
  ])
})

test('A record comes out as it came in, and with what has changed of its copies', async () => {
  await importRecords(koha, holdings)
  const asGiven = (fields: MarcFieldText[]) => fields.map(([tag, text]) => `${tag} ${text}`)
  expect(await exported().then(fieldsOfFile)).toEqual([asGiven(holdings), asGiven(koha)])
  await db.update(copy).set({ location: 'Attic', condition: 'withdrawn' }).where(eq(number, 'K-1'))
  await db
    .update(copy)
    .set({ location: '', condition: 'ok', note: 'New', acquiredOn: '2025-01-31' })
    .where(eq(number, 'H-2'))
  for (const gone of ['K2', '39346001']) await db.delete(copy).where(eq(number, gone))
  const [{ id = '' } = {}] = await db.select({ id: book.id }).from(book).where(eq(book.title, 'Koha'))
  await db.insert(copy).values({ bookId: id, number: 'K-9', location: 'Hall', condition: 'reference' })
  expect(await exported().then(fieldsOfFile)).toEqual([
    [
      '245 10$aHoldings',
      '852   $bBranch$cHall$hR HOL$t2',
      '852   $pH-2$zNew$xacquired 2025-01-31',
      '852   $bA &amp; B$pH-3$qSlightly foxed',
      '949   $aR HOL$i30007006033608$lCIR$mMAIN',
    ],
    [
      '245 10$aKoha',
      '852 8 $cHall$pK-9$qreference',
      '952   $01$aMAIN$bMAIN$cAttic$d2024-05-06$oR KOH$pK-1$yBK$zGift',
      '952   $00$10$72$aMAIN$pK/3',
    ],
  ])
})

test('An item without a number is a copy with the next one, which its field gets; a note in such a field is none', async () => {
  const fields: MarcFieldText[] = [
    ['245', '10$aUnnumbered'],
    ['952', '  $aMAIN$cSHELF$zGift'],
    ['952', '  $aMAIN$p K 2 $yBK'],
    ['952', '  $aMAIN$oR UNN'],
    ['952', '  $aMinor ill.'],
  ]
  expect(await importRecords(fields)).toMatchObject({ created: 1, copies: 3 })
  const [first = '', second = ''] = (await copies()).flatMap((one) => (one.number === 'K2' ? [] : [one.number]))
  expect(await copies()).toEqual([
    { title: 'Unnumbered', number: first, location: 'SHELF', condition: 'ok', note: 'Gift', acquiredOn: null },
    { title: 'Unnumbered', number: second, location: 'MAIN', condition: 'ok', note: '', acquiredOn: null },
    { title: 'Unnumbered', number: 'K2', location: 'MAIN', condition: 'ok', note: '', acquiredOn: null },
  ])
  const file = await exported()
  expect(fieldsOfFile(file)).toEqual([
    [
      '245 10$aUnnumbered',
      `952   $aMAIN$cSHELF$zGift$p${first}`,
      '952   $aMAIN$p K 2 $yBK',
      `952   $aMAIN$oR UNN$p${second}`,
      '952   $aMinor ill.',
    ],
  ])
  expect(await importFile(Buffer.from(file))).toMatchObject({ unchanged: 1, copies: 0 })
  expect(await importRecords(fields)).toMatchObject({ unchanged: 1, copies: 0 })
  await db.delete(copy).where(eq(number, second))
  expect(fieldsOfFile(await exported())[0]).not.toContain(`952   $aMAIN$oR UNN$p${second}`)
  const notes = await db.select({ notes: bookImportRow.notes }).from(bookImportRow)
  expect(notes[0]).toEqual({ notes: ['next-number'] })
})

test('Items of UNIMARC without a number, of PMB, and of other catalogues are copies where their form is plain, else named', async () => {
  const records: MarcFieldText[][] = [
    [
      ['200', '1 $aUnnumbered'],
      ['995', '  $cBIB$20$kR FER$eAdultes'],
    ],
    [
      ['200', '1 $aPMB'],
      ['996', '  $fPMB001$kR PMB$vRayon$xAdulte'],
      ['996', '  $fPMB002$kR PMB'],
    ],
    [
      ['245', '10$aInnopac'],
      ['945', '  $aF MAR$i30001234567$lmain'],
      ['945', '  $iv.2'],
    ],
    [
      ['245', '10$aHoldings'],
      ['876', '  $p30001234568'],
    ],
    [
      ['245', '10$aOther'],
      ['919', '  $a30001234569'],
    ],
    [
      ['245', '10$aPlain'],
      ['905', '  $a19920225120000.0'],
    ],
  ]
  for (const record of records) await importRecords(record)
  expect((await copies()).map(({ title, number: one, location }) => [title, one, location])).toEqual([
    ['Unnumbered', expect.stringMatching(/^1\d{7}$/), 'Adultes'],
    ['Innopac', '30001234567', 'main'],
    ['Holdings', '30001234568', ''],
    ['PMB', 'PMB001', 'Rayon'],
    ['PMB', 'PMB002', ''],
  ])
  const rows = await db
    .select({ title: sql`input->>'title'`, notes: bookImportRow.notes })
    .from(bookImportRow)
    .where(isNotNull(bookImportRow.notes))
  expect(rows).toEqual(
    expect.arrayContaining([
      { title: 'Unnumbered', notes: ['next-number'] },
      { title: 'Other', notes: ['other-items'] },
    ]),
  )
  expect(rows).toHaveLength(2)
})

test('A book of our own has a field for each copy, with the shelf mark', async () => {
  const [row] = await db.insert(book).values({ title: 'Own', shelfMark: 'R OWN' }).returning()
  const bookId = row?.id ?? ''
  await db.insert(copy).values({ bookId, number: '1', location: 'Hall', note: 'Gift', acquiredOn: '2026-11-02' })
  await db.insert(copy).values({ bookId, number: '2', condition: 'lost' })
  const [fields = []] = fieldsOfFile(await exported())
  expect(fields.filter((field) => field.startsWith('852'))).toEqual([
    '852 8 $cHall$hR OWN$p1$xacquired 2026-11-02$zGift',
    '852 8 $hR OWN$p2$qlost',
  ])
})

test('A library that does not lend keeps the items in the record alone', async () => {
  await storeLibrarySettings({ lending: false })
  await importRecords(koha)
  expect(await db.select({ details: book.details }).from(book)).toEqual([{ details: [] }])
  expect(fieldsOfFile(await exported())[0]?.filter((field) => field.startsWith('952'))).toHaveLength(3)
})

/** Without entities, which records of others have from XML. */
const anyText = line(20).map((text) => text.replaceAll('&', '+').normalize('NFC'))
const anyCopy = fc.record({
  location: anyText,
  condition: fc.constantFrom(...COPY_CONDITIONS),
  note: anyText,
  acquiredOn: fc.constantFrom(null, '2024-02-29', '2026-11-02'),
})

test('Any changes of copies come back from the record of their book', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(anyCopy), { minLength: 9, maxLength: 9 }), async (changes) => {
      await clear()
      await importRecords(koha, holdings, unimarc)
      for (const [at, { number: one }] of (await copies()).entries()) {
        const change = changes[at]
        if (change === null) await db.delete(copy).where(eq(number, one))
        else if (at % 2 === 0 && change) await db.update(copy).set(change).where(eq(number, one))
      }
      const [{ id = '' } = {}] = await db.select({ id: book.id }).from(book).where(eq(book.title, 'Holdings'))
      await db.insert(copy).values({ bookId: id, number: 'N-1', ...changes[7] })
      const before = await copies()
      const file = await exported()
      expect(await importFile(file)).toMatchObject({ created: 0, copies: 0 })
      await clear()
      expect(await importFile(file)).toMatchObject({ created: 3, copies: before.length })
      expect(await copies()).toEqual(before)
    }),
    { numRuns: 15 },
  )
})
