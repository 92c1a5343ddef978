import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import * as fc from 'fast-check'
import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookMerge } from '#base/db/tables/book-merge.ts'
import { bookImport, bookImportRow } from '#base/db/tables/book-import.ts'
import { book } from '#base/db/tables/book.ts'
import { genre } from '#base/db/tables/genre.ts'
import { duplicateRouter } from '#exchange/duplicate/duplicate.router.server.ts'
import { undoImport } from '#exchange/import/import.server.ts'
import { runImport } from '#exchange/import/run/import-runner.server.ts'
import { marcOf, type MarcFieldText } from '#base/formats/marc/marc.test-kit.ts'
import { fieldsOf } from '#base/lib/fields-of.ts'
import { as } from '#test/callers.ts'
import { useDatabase } from '#test/database.ts'
import { aBook } from '#test/factories.ts'
import { logged } from '#test/http.ts'
import { importFile } from '#test/stage-file.ts'
import { bookInputSchema, type BookInput } from '#catalogue/book/book.schema.ts'
import { bookTrashRouter } from '#catalogue/book/trash/book-trash.router.server.ts'
import { exportBooks } from './book-export.server.ts'
import { anyBook, line } from './any-book.test-kit.ts'

useDatabase()

beforeEach(async () => {
  for (const table of [bookMerge, book, bookImportRow, bookImport]) await db.delete(table)
})

const F008 = '800108s1956    fr            000 1 fre  '
/** Records as library programs write them, with fields that Maktaba does not know. */
const nedjma: MarcFieldText[] = [
  ['001', 'ocm00001'],
  ['003', 'OCoLC'],
  ['005', '20000805152856.0'],
  ['007', 'ta'],
  ['008', F008],
  ['020', '  $a202028927X (br.)$c12 EUR'],
  ['020', '  $z2020000000'],
  ['035', '  $a(OCoLC)1'],
  ['040', '  $aFR-PaBN$cFR-PaBN'],
  ['100', '1 $aYacine, Kateb,$d1929-1989,$eauteur.$0(FR-PaBN)11910169'],
  ['245', '14$aThe sea :$ba novel /$cKateb Yacine.'],
  ['246', '30$aSea'],
  ['260', '  $aParis :$bSeuil,$c[1956?]'],
  ['300', '  $axii, 256 p. :$bill. ;$c21 cm.'],
  ['490', '1 $aMéditerranée ;$v12'],
  ['500', '  $aNote.'],
  ['500', '  $aNote.'],
  ['520', '  $aA summary.'],
  ['650', ' 0$aAlgeria$xHistory$y1945.'],
  ['650', ' 0$aSea stories.'],
  ['830', ' 0$aMéditerranée ;$v12.'],
  ['856', '40$uhttps://example.org/a b$zText'],
  ['952', '  $pB0001$oR YAC'],
]
const others: MarcFieldText[][] = [
  [
    ['001', 'x2'],
    ['245', '00$aHistory of rain$nPart 2$pThe monsoon'],
    ['999', 'ff$aZ'],
  ],
  [
    ['245', '10$6880-01$aRijāl fī al-shams /$cGhassān Kanafānī.'],
    ['880', '10$6245-01$aرجال في الشمس /$cغسان كنفاني.'],
  ],
]

/** The fields of a file by an own reading of ISO 2709: the leader's status and coding, then each field. */
function fieldsOfFile(file: Buffer): string[][] {
  return file
    .toString()
    .split('\x1d')
    .slice(0, -1)
    .map((record) => {
      const bytes = Buffer.from(`${record}\x1d`)
      const base = Number(bytes.toString('latin1', 12, 17))
      expect(Number(bytes.toString('latin1', 0, 5))).toBe(bytes.length)
      const entries = bytes.toString('latin1', 24, base - 1).match(/.{12}/g) ?? []
      const fields = entries.map((entry) => {
        const start = base + Number(entry.slice(7))
        return `${entry.slice(0, 3)} ${bytes.toString('utf8', start, start + Number(entry.slice(3, 7)) - 1)}`
      })
      return [bytes.toString('latin1', 5, 10), ...fields].map((field) => field.replaceAll('\x1f', '$'))
    })
}

const given = (fields: readonly MarcFieldText[]) => fields.map(([tag, text]) => `${tag} ${String(text)}`)
const exported = async (format: 'marc' | 'marcxml' = 'marc') => buffer(exportBooks(format, {}))
const theRecords = async () => fieldsOfFile(await exported())
const importRecords = (...records: Buffer[]) => importFile(Buffer.concat(records))
const set = (values: Partial<BookInput>) => db.update(book).set({ ...values, version: 2 })

/** The fields that differ between two records. */
const difference = (before: readonly string[], after: readonly string[]) => ({
  gone: before.filter((field) => !after.includes(field)),
  added: after.filter((field) => !before.includes(field)),
})

test('A MARC file in, a title changed, out: a comparison field by field shows that title alone, and the time of the change', async () => {
  await importRecords(...[nedjma, ...others].map((fields) => marcOf(fields)))
  const manager = await as('manager')
  const before = fieldsOfFile(
    Buffer.from(await (await manager.request('/api/v1/books/export?format=marc')).arrayBuffer()),
  )
  expect(before.map((fields) => fields.slice(1)).toSorted()).toEqual([nedjma, ...others].map(given).toSorted())
  const [sea] = await db.select().from(book).where(eq(book.title, 'The sea: a novel'))
  const changed = await manager.request(`/api/v1/books/${sea?.id}`, {
    method: 'PATCH',
    headers: { 'if-match': `"${sea?.version}"` },
    body: { title: 'The sea: a tale' },
  })
  expect(changed.status).toBe(200)
  const after = fieldsOfFile(
    Buffer.from(await (await manager.request('/api/v1/books/export?format=marc')).arrayBuffer()),
  )
  const was = before.find((fields) => !after.some((one) => String(one) === String(fields)))
  const is = after.find((fields) => !before.some((one) => String(one) === String(fields)))
  expect(difference(was ?? [], is ?? [])).toEqual({
    gone: ['005 20000805152856.0', '245 14$aThe sea :$ba novel /$cKateb Yacine.'],
    added: [expect.stringMatching(/^005 20\d{12}\.0$/), '245 14$aThe sea :$ba tale /$cKateb Yacine.'],
  })
  expect(is?.map((field) => field.slice(0, 3))).toEqual(was?.map((field) => field.slice(0, 3)))
})

test.each<[change: Partial<BookInput>, gone: string[], added: string[]]>([
  [{ title: 'Nedjma' }, ['245 14$aThe sea :$ba novel /$cKateb Yacine.'], ['245 10$aNedjma /$cKateb Yacine.']],
  [
    { author: 'Assia Djebar' },
    ['100 1 $aYacine, Kateb,$d1929-1989,$eauteur.$0(FR-PaBN)11910169'],
    ['100 0 $aAssia Djebar,$eauteur.'],
  ],
  [{ publisher: 'Points' }, ['260   $aParis :$bSeuil,$c[1956?]'], ['260   $aParis :$bPoints,$c[1956?]']],
  [{ publisher: '' }, ['260   $aParis :$bSeuil,$c[1956?]'], ['260   $aParis :$c[1956?]']],
  [
    { year: 1957 },
    [`008 ${F008}`, '260   $aParis :$bSeuil,$c[1956?]'],
    [`008 ${F008.replace('1956', '1957')}`, '260   $aParis :$bSeuil,$c[1957?]'],
  ],
  [{ pages: 260 }, ['300   $axii, 256 p. :$bill. ;$c21 cm.'], ['300   $axii, 260 p. :$bill. ;$c21 cm.']],
  [{ edition: '2e éd.' }, [], ['250   $a2e éd.']],
  [{ isbn: [] }, ['020   $a202028927X (br.)$c12 EUR'], []],
  [{ isbn: ['9782020289276', '9780140449136'] }, [], ['020   $a9780140449136']],
  [{ volume: '13' }, ['490 1 $aMéditerranée ;$v12'], ['490 1 $aMéditerranée ;$v13']],
  [{ subjects: ['Sea stories', 'Wind'] }, ['650  0$aAlgeria$xHistory$y1945.'], ['650  4$aWind']],
  [{ summary: 'One.\nTwo.' }, ['520   $aA summary.'], ['520   $aOne.$aTwo.']],
  [{ shelfMark: 'S YAC' }, ['952   $pB0001$oR YAC'], ['952   $pB0001$oS YAC']],
  [{ shelfMark: '' }, ['952   $pB0001$oR YAC'], ['952   $pB0001']],
  [{ language: 'sw' }, [`008 ${F008}`], ['008 800108s1956    fr            000 1 |||  ', '041  7$asw$2rfc5646']],
  [{ details: [{ name: 'Donor', value: 'Ali' }] }, [], ['950   $aDonor$bAli$5Maktaba']],
  // What the record cannot say so that it is read again is said beside it.
  [{ author: 'A. Sarr.' }, expect.anything(), ['100 0 $aA. Sarr.,$eauteur.', '950 1 $aauthor$bA. Sarr.$5Maktaba']],
])('A change of a book changes its field: %j', async (change, gone, added) => {
  await importRecords(marcOf(nedjma))
  const [before = []] = await theRecords()
  await set(change)
  const [after = []] = await theRecords()
  const { gone: was, added: is } = difference(before, after)
  const withoutTime = (fields: readonly string[]) => fields.filter((field) => !field.startsWith('005'))
  expect([withoutTime(was), withoutTime(is)]).toEqual([gone, added])
  expect(await importRecords(await exported())).toMatchObject({ unchanged: 1 })
})

/** A field of any tag that Maktaba reads or not, with odd texts. */
const anyText = fc
  .oneof(line(30), fc.constantFrom('x /', '[s.n.]', 'a, b.', '1999', '¿', 'كتاب :'))
  .map((text) => text.replace(/[$\p{Cc}\uFFFD-\uFFFF]/gu, '').normalize('NFC'))
const anyField = fc
  .record({
    tag: fc.constantFrom(
      ...'020 040 041 050 082 100 110 245 246 250 260 264 300 440 490 500 520 600 650 651 653 655 700 830 852 856 880 949 950 952 999'.split(
        ' ',
      ),
    ),
    indicators: fc.constantFrom('  ', '10', '04', ' 1', '1 '),
    codes: fc.array(fc.tuple(fc.constantFrom(...'abcdhinopvxz62'), anyText), { minLength: 1, maxLength: 4 }),
  })
  .map(({ tag, indicators, codes }): MarcFieldText => [
    tag,
    indicators + codes.map(([code, text]) => `$${code}${text}`).join(''),
  ])
const anyRecord = fc.record({
  fields: fc.array(anyField, { maxLength: 12 }),
  isBroken: fc.boolean(),
  isPlain: fc.boolean(),
  edit: fc.option(anyBook),
})

const values = async () =>
  (await db.select().from(book).orderBy(asc(book.title), asc(book.author), asc(book.edition))).map((row) =>
    Object.fromEntries(fieldsOf(bookInputSchema.shape).map((name) => [name, row[name]])),
  )

test.each(['marc', 'marcxml'] as const)(
  'Any records, and any changes: an import of the exported %s finds each book the same, and makes the same in an empty library',
  async (format) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyRecord, { minLength: 20, maxLength: 60 }), async (records) => {
        for (const table of [book, bookImportRow, bookImport]) await db.delete(table)
        const files = records.map(({ fields, isBroken, isPlain }, at) =>
          marcOf([['001', `n${at}`], ...fields, ['245', `10$aTitle ${at} :$brest /$cX.`]], {
            ...(isBroken && { lengthOf: (bytes: number) => bytes + 1 }),
            leader: (text) => `${text.slice(0, 18)}${isPlain ? 'c' : 'a'}${text.slice(19)}`,
          }),
        )
        await importRecords(...files)
        const rows = await db.select({ id: book.id }).from(book)
        for (const [at, { id }] of rows.entries()) {
          const edit = records[at]?.edit
          if (!edit) continue
          const title = at % 2 === 0 ? `${at} ${edit.title}` : `${edit.title} ${at}`
          const text = JSON.stringify({ ...edit, title: title.slice(0, 200) })
            .normalize('NFC')
            .replaceAll('<b>&amp;', 'B')
          await db
            .update(book)
            .set({ ...bookInputSchema.parse(JSON.parse(text)), version: 2 })
            .where(eq(book.id, id))
        }
        const before = await values()
        const file = await exported(format)
        expect(await importRecords(file)).toMatchObject({ created: 0, updated: 0, refused: 0, total: before.length })
        for (const table of [book, bookImportRow, bookImport]) await db.delete(table)
        expect(await importRecords(file)).toMatchObject({ created: before.length, refused: 0 })
        expect(await values()).toEqual(before)
      }),
      { numRuns: 4, endOnFailure: true },
    )
  },
)

test('An edition that the import named is written, so that another library has the same books', async () => {
  const edition = (publisher: string, year: string) =>
    marcOf([
      ['100', '1 $aAusten, Jane'],
      ['245', '10$aEmma'],
      ['260', `  $b${publisher},$c${year}`],
    ])
  await importRecords(edition('Penguin', '2003'), edition('Oxford', '2008'), edition('Bantam', '1981'))
  const file = await exported()
  const before = await values()
  expect(before).toHaveLength(3)
  expect(await importFile(file)).toMatchObject({ unchanged: 3 })
  for (const table of [book, bookImportRow, bookImport]) await db.delete(table)
  // In another order, so that each is a first one.
  const records = file.toString().split('\x1d').slice(0, -1)
  await importRecords(...records.toReversed().map((record) => Buffer.from(`${record}\x1d`)))
  expect(await values()).toEqual(before)
})

test('The word of a genre stays while it names the genre of the book, in any language', async () => {
  const withGenre = (word: string) => marcOf([...nedjma, ['655', ` 7$a${word}.$2rameau`]])
  await importRecords(withGenre('Roman'))
  expect((await theRecords())[0]).toContain('655  7$aRoman.$2rameau')
  await db.delete(book)
  await importRecords(withGenre('Polar du Sud'))
  expect((await theRecords())[0]).toContain('655  7$aPolar du Sud.$2rameau')
  await db.update(genre).set({ name: 'Crime of the South' }).where(eq(genre.name, 'Polar du Sud'))
  expect((await theRecords())[0]).toContain('655  4$aCrime of the South')
  expect(await importRecords(await exported())).toMatchObject({ unchanged: 1 })
})

describe('The record of a book', () => {
  const first = async () => (await theRecords())[0]?.slice(1)
  const theBook = async () => (await db.select().from(book))[0]!

  test('goes to the trash with it and comes back', async () => {
    await importRecords(marcOf(nedjma))
    const manager = await as('manager')
    const { id } = await theBook()
    await manager.request(`/api/v1/books/${id}`, { method: 'DELETE', headers: { 'if-match': '"1"' } })
    expect(await db.$count(book)).toBe(0)
    await manager.call(bookTrashRouter.restore, { ids: [id] })
    expect(await first()).toEqual(given(nedjma))
  })

  test('is that of a book merged into it where it has none, until they are taken apart', async () => {
    await importRecords(marcOf(nedjma))
    const manager = await as('manager')
    const other = await theBook()
    const own = await aBook({ title: 'The sea', author: 'Kateb Yacine' })
    const { mergeId } = await manager.call(duplicateRouter.merge, {
      books: [own, other].map(({ id, version }) => ({ id, version })),
      keep: own.id,
      from: Object.fromEntries(fieldsOf(bookInputSchema.shape).map((field) => [field, other.id])),
    })
    expect(await first()).toEqual(given(nedjma))
    await manager.call(duplicateRouter.split, { mergeId })
    const records = await theRecords()
    expect(records.map((fields) => fields.includes('003 Maktaba')).toSorted()).toEqual([false, true])
  })

  test('fills up one that has none, and goes with the undo of its import', async () => {
    await aBook({ title: 'The sea: a novel', author: 'Kateb Yacine' })
    const { id } = await importRecords(marcOf(nedjma))
    expect(await first()).toEqual(given(nedjma))
    const { user } = await as('manager')
    await undoImport(id, { userId: user.id })
    await runImport(id)
    expect(await first()).toContain('003 Maktaba')
  })

  test('is the first that came, with what a later one changed', async () => {
    await importRecords(marcOf(nedjma))
    await importRecords(marcOf([...nedjma.filter(([tag]) => tag < '260'), ['260', '  $bPoints']]))
    expect(await first()).toEqual(
      given(nedjma).map((field) =>
        field.startsWith('260')
          ? '260   $aParis :$bPoints,$c[1956?]'
          : field.startsWith('005')
            ? expect.any(String)
            : field,
      ),
    )
  })

  test('of Maktaba keeps what was added elsewhere', async () => {
    await aBook({ title: 'Own', author: 'A' })
    const [own = []] = await theRecords()
    const fields = own.slice(1).map((field): MarcFieldText => [field.slice(0, 3), field.slice(4)])
    await db.delete(book)
    await importRecords(marcOf([...fields, ['942', '  $cBK']]))
    await set({ title: 'Changed' })
    expect(await first()).toEqual([...own.slice(1).map((field) => field.replace('Own', 'Changed')), '942   $cBK'])
  })

  test('of UNIMARC gives way to one of the book in MARC 21', async () => {
    await importRecords(
      marcOf([
        ['200', '1 $aNedjma$fKateb Yacine'],
        ['210', '  $cSeuil'],
      ]),
    )
    expect(await first()).toEqual(expect.arrayContaining(['003 Maktaba', '245 00$aNedjma']))
  })
})

describe('A record that is an attack', () => {
  test('may have 10,000 fields, and control characters in texts', async () => {
    const many = Array.from({ length: 10_000 }, (_, at): MarcFieldText => ['990', `  $a${at % 10}`])
    const odd: MarcFieldText[] = [
      ['245', '10$aTitle'],
      ['500', '  $aA\0B\x07C'],
      ['500', '  $"quoted"$<markup>'],
    ]
    expect(await importRecords(marcOf(odd), marcOf([['245', '10$aMany'], ...many]))).toMatchObject({ created: 2 })
    const xml = (await exported('marcxml')).toString()
    expect(xml.split('tag="990"')).toHaveLength(10_001)
    expect(xml).toContain('<subfield code="a">ABC</subfield>')
    expect(xml).toContain('<subfield code="&quot;">quoted&quot;</subfield>')
    expect(await importRecords(Buffer.from(xml))).toMatchObject({ unchanged: 2 })
    expect(await importRecords(await exported())).toMatchObject({ unchanged: 2 })
  })

  test('is not kept above 99,999 bytes', async () => {
    await importRecords(
      marcOf([
        ['245', '10$aLong'],
        ...Array.from({ length: 11 }, (): MarcFieldText => ['500', `  $a${'x'.repeat(9500)}`]),
      ]),
    )
    expect((await theRecords())[0]).toContain('003 Maktaba')
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from('not compressed')],
    ['ten megabytes of zeros', deflateRawSync(Buffer.alloc(10_000_000))],
    ['a text', deflateRawSync(Buffer.from('no record at all'))],
    ['fields without tags', deflateRawSync(Buffer.from(`${' '.repeat(24)}\x1e1`))],
  ])('and was damaged in the database (%s) is replaced, and logged once', async (_, record) => {
    await importRecords(marcOf(nedjma), ...others.map((fields) => marcOf(fields)))
    await db.update(bookImportRow).set({ record })
    logged.length = 0
    const answer = await (await as('manager')).request('/api/v1/books/export?format=marcxml')
    const text = await answer.text()
    expect([answer.status, text.split('<controlfield tag="003">Maktaba<').length]).toEqual([200, 4])
    expect(logged.filter(({ level }) => level === 40)).toHaveLength(1)
  })
})

test('A page of lists, and an import of a table, has no records', async () => {
  await importFile(Buffer.from('title,author\nA,B\n'))
  const { rows } = await db.execute(sql`select count(record)::int as count from book_import_row`)
  expect(rows).toEqual([{ count: 0 }])
})
