import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { count, eq, inArray, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import ar from '../../../../messages/ar.json' with { type: 'json' }
import fr from '../../../../messages/fr.json' with { type: 'json' }
import sw from '../../../../messages/sw.json' with { type: 'json' }
import { db } from '#db/client.server.ts'
import { book } from '#db/tables/book.ts'
import { genre } from '#db/tables/genre.ts'
import { useDatabase } from '#test/database.ts'
import { aBook, theGenre } from '#test/factories.ts'
import { importBooks, type ImportCounts, type ImportOptions } from './book-import.server.ts'
import type { ImportSource } from './book-import-encoding.server.ts'
import { ImportFault, type Refusal } from './book-import-fault.server.ts'
import type { ForeignFormat } from './book-import-fault.server.ts'

useDatabase()

function fileOf(content: string | Buffer, chunk = 65_536): ImportSource {
  const bytes = Buffer.from(content)
  const open = async function* () {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  return { open, size: bytes.length }
}

async function run(content: string | Buffer | ImportSource, options: ImportOptions = {}) {
  const source = typeof content === 'string' || Buffer.isBuffer(content) ? fileOf(content) : content
  const refusals: Refusal[] = []
  const imported: number[] = []
  const shortened: number[] = []
  const cleaned: number[] = []
  let counts: ImportCounts = { rows: 0, imported: 0, alreadyThere: 0, refused: 0, genresAdded: 0 }
  const isComplete = await importBooks(source, options, (event) => {
    if (event.kind !== 'batch') return
    counts = event.counts
    refusals.push(...event.refusals)
    imported.push(...event.imported)
    shortened.push(...event.shortened)
    cleaned.push(...event.cleaned)
  })
  return { isComplete, counts, refusals, imported, shortened, cleaned }
}

const faultOf = (content: string | Buffer, options?: ImportOptions) =>
  run(content, options).then(
    () => undefined,
    (error: unknown) => (error instanceof ImportFault ? error.fault : error),
  )

async function total(): Promise<{ books: number; genres: number }> {
  return { books: await db.$count(book), genres: await db.$count(genre) }
}

const find = async (title: string) => (await db.select().from(book).where(eq(book.title, title)))[0]
const column = (refusals: Refusal[]) =>
  refusals.map(({ row, reason }) => [row, reason.kind === 'field' ? reason.problem.key : reason.kind])

describe('A file is read', () => {
  test.each([
    ['commas', 'title,author,genre,publisher', ','],
    ['semicolons, in French and capitals', 'TITRE;AUTEUR;Genre;Éditeur', ';'],
    ['tabs, in Arabic', 'العنوان\tالمؤلف\tالتصنيف\tالناشر', '\t'],
    ['Swahili, with spaces', ' Kichwa , Mwandishi , Aina , Mchapishaji ', ','],
    ['several authors and a stranger', 'authors,ISBN,title,publisher,genre', ','],
  ])('%s', async (name, header, delimiter) => {
    const cells: Record<string, string> = {
      title: `Read with ${name}`,
      author: `"Soyinka, Wole"`,
      genre: 'Poetry',
      publisher: 'Methuen',
    }
    const order = header.startsWith('authors')
      ? ['author', 'isbn', 'title', 'publisher', 'genre']
      : ['title', 'author', 'genre', 'publisher']
    const row = order
      .map((field) => (field === 'title' ? `"${cells[field]}"` : (cells[field] ?? '9.78e+12')))
      .join(delimiter)
    expect((await run(`${header}\n${row}\n`)).counts).toMatchObject({ rows: 1, imported: 1 })
    const poetry = await theGenre('poetry')
    expect(await find(`Read with ${name}`)).toMatchObject({
      author: 'Soyinka, Wole',
      publisher: 'Methuen',
      genreId: poetry.id,
    })
  })

  test('with a byte order mark, Windows line ends, blank lines, and line breaks and quotes in cells', async () => {
    const text = '\uFEFFtitle,author\r\n\r\n"Marked","A ""nick"" B"\r\n"Two\r\nlines",X\r\n,no title\r\n'
    const { counts, refusals } = await run(text)
    expect(counts).toMatchObject({ rows: 3, imported: 2, refused: 1 })
    expect(column(refusals)).toEqual([[6, 'title_required']])
    expect(await find('Marked')).toMatchObject({ author: 'A "nick" B' })
    expect(await find('Two lines')).toBeDefined()
  })

  test('whatever the size of its chunks', async () => {
    const text = '\uFEFFtitle;author\r\n"Cut ""é"" 😀";غسان\r\n\r\nCut;"a\r\nb"\r\n;x\r\n'
    const { counts, refusals } = await run(fileOf(text, 1))
    expect(counts).toMatchObject({ rows: 3, imported: 2, refused: 1 })
    expect(column(refusals)).toEqual([[6, 'title_required']])
    expect(await find('Cut "é" 😀')).toMatchObject({ author: 'غسان' })
  })

  test('with line ends of old Macs, and without one at the end', async () => {
    expect((await run('title\rMac one\rMac two')).imported).toEqual([2, 3])
  })

  test('with a column chosen by hand', async () => {
    const text = 'title,original title,author\nThe Stranger,L’Étranger,Albert Camus\n'
    expect((await run(text, { map: { title: 'Original Title' } })).counts.imported).toBe(1)
    expect(await find('L’Étranger')).toMatchObject({ author: 'Albert Camus' })
  })
})

describe('Genres', () => {
  test('are found by name and by their word in four languages, else added once', async () => {
    const before = await total()
    const genres = [
      'NOVEL',
      fr.genre_novel.toUpperCase(),
      ar.genre_novel,
      sw.genre_novel,
      'Sea stories',
      'SEA  Stórïes',
      '',
    ]
    const text = genres.map((name, index) => `Of a genre ${index},A,${name}`).join('\n')
    expect((await run(`title,author,genre\n${text}\n`)).counts).toMatchObject({ imported: 7, genresAdded: 1 })
    expect((await total()).genres).toBe(before.genres + 1)
    const rows = await db
      .select({ title: book.title, name: genre.name })
      .from(book)
      .leftJoin(genre, eq(genre.id, book.genreId))
      .where(like(book.title, 'Of a genre %'))
      .orderBy(book.title)
    expect(rows.map(({ name }) => name)).toEqual([
      'Novel',
      'Novel',
      'Novel',
      'Novel',
      'Sea stories',
      'Sea stories',
      null,
    ])
  })

  test('are not added for a row that is refused', async () => {
    await aBook({ title: 'Known', author: 'K' })
    const text = 'title,author,genre\nknown,k,Unheard one\n,x,Unheard two\n'
    expect((await run(text)).counts).toMatchObject({ alreadyThere: 1, refused: 1, genresAdded: 0 })
  })
})

describe('Every refused row is reported', () => {
  test('with its line and the reason', async () => {
    await aBook({ title: 'Les Misérables', author: 'Victor Hugo' })
    const text = [
      'title,author,publisher',
      'les miserables,VICTOR  HUGO,',
      'Good one,A,P',
      'good ONE,a,Q',
      ',A,P',
      '   ,A,P',
      'Short,A',
      'Long,A,P,x',
      `${'t'.repeat(501)},A,P`,
      `Publisher,A,${'p'.repeat(201)}`,
      'NUL\0,A,P',
      `  Spaces  ,  ${'a'.repeat(300)}  ,P`,
    ].join('\n')
    const { counts, refusals } = await run(text)
    expect(counts).toEqual({ rows: 11, imported: 2, alreadyThere: 1, refused: 8, genresAdded: 0 })
    expect(refusals.map(({ row, reason }) => ({ row, ...reason }))).toEqual([
      { row: 2, kind: 'taken', earlierRow: null },
      { row: 4, kind: 'taken', earlierRow: 3 },
      { row: 5, kind: 'field', field: 'title', problem: { key: 'title_required' } },
      { row: 6, kind: 'field', field: 'title', problem: { key: 'title_required' } },
      { row: 7, kind: 'columns', found: 2, expected: 3 },
      { row: 8, kind: 'columns', found: 4, expected: 3 },
      { row: 9, kind: 'field', field: 'title', problem: { key: 'validation_string_max', params: { limit: 500 } } },
      { row: 10, kind: 'field', field: 'publisher', problem: { key: 'validation_string_max', params: { limit: 200 } } },
      { row: 11, kind: 'field', field: 'title', problem: { key: 'text_invalid' } },
    ])
  })

  test('but line breaks and direction marks are removed and reported', async () => {
    const { cleaned, imported } = await run(
      'title,author\n"Two\r\n  lines",Clean A\nTurned \u202Eround,\u2067Clean B\u2069\nPlain,Plain\n"Apart\u2028lines","Clean\tC"\n',
    )
    expect([imported, cleaned]).toEqual([
      [2, 4, 5, 6],
      [2, 4, 6],
    ])
    const rows = await db
      .select()
      .from(book)
      .where(inArray(book.author, ['Clean A', 'Clean B', 'Clean C']))
    expect(rows.map(({ title }) => title).toSorted()).toEqual(['Apart lines', 'Turned round', 'Two lines'])
  })

  test('but a list of authors that is too long is cut after a name and reported', async () => {
    const authors = Array.from({ length: 40 }, (_, index) => `Author ${index}`).join(', ')
    const { shortened } = await run(`title,author\nMany,"${authors}"\nOne,${'a'.repeat(301)}\nFew,A\n`)
    expect(shortened).toEqual([2, 3])
    const rows = await db
      .select()
      .from(book)
      .where(inArray(book.title, ['Many', 'One', 'Few']))
      .orderBy(book.title)
    const [few, many, one] = rows.map(({ author }) => author)
    expect(few).toBe('A')
    expect(many).toMatch(/^Author 0, .*Author \d+, …$/)
    expect(many!.length).toBeLessThanOrEqual(300)
    expect(one).toBe(`${'a'.repeat(298)}…`)
  })

  test('also when it repeats a row of another batch', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `Far ${index},A`)
    const { counts, refusals } = await run(`title,author\n${rows.join('\n')}\nfár 0,a\n`)
    expect(counts).toMatchObject({ imported: 600, refused: 1 })
    expect(refusals).toEqual([{ row: 602, reason: { kind: 'taken', earlierRow: 2 } }])
  })
})

describe('A broken file changes nothing', () => {
  const good = 'title,author\nFaulty 1,A\n'
  const of = (format: ForeignFormat) => ({ kind: 'format', format })
  test.each<[string, string | Buffer, object]>([
    ['empty', '', { kind: 'empty' }],
    ['blank lines', '\n \n', { kind: 'empty' }],
    ['a byte order mark alone', '\uFEFF', { kind: 'empty' }],
    ['no header', 'Faulty 1,Some author\n', { kind: 'no-title', found: ['Faulty 1', 'Some author'] }],
    ['Latin-1', Buffer.from(`${good}Misérables,B\n`, 'latin1'), { kind: 'encoding', line: 3, byte: 0xe9 }],
    ['Latin-1 in the header', Buffer.from('titre;éditeur\n', 'latin1'), { kind: 'encoding', line: 1, byte: 0xe9 }],
    [
      'a character cut at the end',
      Buffer.from('title\nFaulty 1\né').subarray(0, -1),
      { kind: 'encoding', line: 3, byte: 0xc3 },
    ],
    ['MARC 21', Buffer.from('00642nam  2200229 a 45000010011000000050017000', 'latin1'), of('marc')],
    ['MARCXML', '<?xml version="1.0"?><collection xmlns="http://www.loc.gov/MARC21/slim">', of('xml')],
    ['XLSX', Buffer.from('504b030414000600080000002100', 'hex'), of('workbook')],
    ['XLS', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), of('workbook-old')],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n', of('pdf')],
    ['a packed file', Buffer.from('1f8b0800000000000003', 'hex'), of('gzip')],
    ['JSON', '\uFEFF[\n{"title": "Maru"}]', of('json')],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${good}`, 'utf16le'), { kind: 'utf16' }],
    ['UTF-16 without', Buffer.from(good, 'utf16le'), { kind: 'utf16' }],
    ['a quote never closed', `${good}Faulty 2,"B\nFaulty 3,C\n`, { kind: 'quote-open', row: 3 }],
    ['a quote closed by the next', `${good}"Faulty 2,B\r\nFaulty 3,"C, D"\n`, { kind: 'quote-followed', row: 3 }],
    ['a quote within a cell', `${good}5" disc,C\n`, { kind: 'quote-inside', row: 3 }],
    ['a quote never closed in the header', 'title,"author\nFaulty 1,A\n', { kind: 'quote-open', row: 1 }],
    ['a quote that swallows megabytes', `${good}"Faulty 2,${'x,y\n'.repeat(300_000)}`, { kind: 'too-long', row: 3 }],
  ])('%s', async (_, content, fault) => {
    const before = await total()
    expect(await faultOf(content)).toEqual(fault)
    expect(await total()).toEqual(before)
  })

  test('a fault in the last of many rows', async () => {
    const before = await total()
    const rows = Array.from({ length: 3000 }, (_, index) => `Late fault ${index},A`)
    const text = `title,author\n${rows.join('\n')}\n`
    expect(await faultOf(`${text}Last,"never closed\n`)).toEqual({ kind: 'quote-open', row: 3002 })
    expect(await faultOf(Buffer.concat([Buffer.from(text), Buffer.from([0xe9])]))).toEqual({
      kind: 'encoding',
      line: 3002,
      byte: 0xe9,
    })
    expect(await total()).toEqual(before)
  })

  test('a chosen column that the file does not have', async () => {
    const fault = { kind: 'no-column', field: 'author', column: 'Writer', found: ['title', 'author'] }
    expect(await faultOf(good, { map: { author: 'Writer' } })).toEqual(fault)
  })
})

describe('Nothing is imported twice', () => {
  const text = 'title,author,genre\nAgain one,A,Agains\nAgain two,A,agains\nAgain one,a,Agains\n'

  test('a dry run says what would happen and changes nothing', async () => {
    const before = await total()
    const dry = await run(text, { isDryRun: true })
    expect(await total()).toEqual(before)
    expect(dry).toEqual(await run(text))
  })

  test('a second run of the same file adds nothing', async () => {
    const before = await total()
    expect((await run(text)).counts).toEqual({ rows: 3, imported: 0, alreadyThere: 3, refused: 0, genresAdded: 0 })
    expect(await total()).toEqual(before)
  })

  test('two imports at once', async () => {
    const rows = Array.from({ length: 1500 }, (_, index) => `At once ${index},A,Twice ${index % 7}`)
    const [one, other] = await Promise.all(
      [rows, rows.toReversed()].map((list) => run(`title,author,genre\n${list.join('\n')}\n`)),
    )
    expect(one!.counts.imported + other!.counts.imported).toBe(1500)
    expect(one!.counts.alreadyThere + other!.counts.alreadyThere).toBe(1500)
    expect(one!.counts.genresAdded + other!.counts.genresAdded).toBe(7)
    const [found] = await db.select({ value: count() }).from(book).where(like(book.title, 'At once %'))
    expect(found?.value).toBe(1500)
  })

  test('a stopped import keeps what was reported, and another run imports the rest', async () => {
    const rows = Array.from({ length: 1200 }, (_, index) => `Stopped ${index},A`)
    const content = `title,author\n${rows.join('\n')}\n`
    const stop = new AbortController()
    const first: number[] = []
    const isComplete = await importBooks(fileOf(content, 4096), { signal: stop.signal }, (event) => {
      if (event.kind !== 'batch') return
      first.push(...event.imported)
      stop.abort()
    })
    expect(isComplete).toBe(false)
    expect(first).toHaveLength(500)
    expect((await run(content)).counts).toMatchObject({ imported: 700, alreadyThere: 500 })
  })
})

const line = (row: number) => `Large ${row},An author with a name,${'ignored '.repeat(50)}\n`

test('A large file does not stay in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  const used = () => {
    collectGarbage()
    const { heapUsed, external } = process.memoryUsage()
    return (heapUsed + external) / 1_000_000
  }
  const ROWS = 20_000
  let opened = 0
  const open = async function* () {
    opened += 1
    yield Buffer.from('title,author,description\n')
    for (let row = 0; row < ROWS; row += 100)
      yield Buffer.from(Array.from({ length: 100 }, (_, at) => line(row + at)).join(''))
  }
  const before = used()
  let most = 0
  let imported = 0
  await importBooks({ open, size: 0 }, {}, (event) => {
    if (event.kind === 'batch') imported = event.counts.imported
    if (event.kind === 'batch' && event.counts.rows % 5000 === 0) most = Math.max(most, used() - before)
  })
  expect(imported).toBe(ROWS)
  // The file of 9 MB is opened four times: to detect its format, read its header, check it and import it.
  expect(opened).toBe(4)
  expect(most).toBeLessThan(6)
})
