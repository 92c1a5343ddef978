import { describe, expect, test } from 'vitest'
import { cellsOf, faultOf, fileOf, readFile } from '../formats.test-kit.server.ts'

const faultsOf = async (content: string) =>
  (await readFile(content)).rows.map(({ row, fault }) => [row, fault?.kind ?? 'read'])

describe('The delimiter is guessed', () => {
  test.each([
    ['comma', ',', 'title,author\nA,B\n'],
    ['semicolon, with commas in cells', ';', 'title;author\nA, a and b;B, C\n'],
    ['tab, with empty cells', '\t', 'title\tauthor\tgenre\n\tB\t\nA\t\tC\n'],
    ['pipe', '|', 'title|author\nA|B\n'],
    ['colon', ':', 'title:author\nA, B:C, D\n'],
    ['by the rows, with unknown names', ';', 'Nom;Auteur, s\nUn, deux, trois;B\nQuatre;C\n'],
    ['by the line of Excel', '|', 'sep=|\r\ntitle, sub|author\r\nA|B\r\n'],
  ])('%s', async (_, delimiter, text) => {
    expect((await readFile(text)).shape).toEqual({ kind: 'csv', encoding: 'utf-8', delimiter })
  })

  test('and may be corrected', async () => {
    expect(cellsOf(await readFile('title,a;author\nA,B;C\n', { delimiter: ';' }))).toEqual([['A,B', 'C']])
  })
})

describe('Lines are read', () => {
  test('with marks, blank lines, line breaks and quotes in cells, whatever the size of pieces', async () => {
    const text = '\uFEFFsep=;\r\n\r\ntitle;author\r\n"Cut ""é"" 😀";غسان\r\n;;\r\n"a\r\nb";\'=c\r\n5" disc;d"e\r'
    for (const chunk of [1, 2, 3, 7, 65_536]) {
      const { header, rows } = await readFile(fileOf(text, chunk))
      expect(header).toEqual(['title', 'author'])
      expect(rows).toEqual([
        { row: 4, cells: ['Cut "é" 😀', 'غسان'] },
        { row: 6, cells: ['a\r\nb', '=c'] },
        { row: 8, cells: ['5" disc', 'd"e'] },
      ])
    }
  })

  test('with line ends of old Macs', async () => {
    expect((await readFile('title\rMac one\rMac two')).rows.map(({ row }) => row)).toEqual([2, 3])
  })

  test('with what spreadsheets calculate, and its guard', async () => {
    const read = await readFile("title,author\n=1+1,'=1+1\n'Tis,''-x\n'+,@\n")
    expect(cellsOf(read)).toEqual([
      ['=1+1', '=1+1'],
      ["'Tis", "'-x"],
      ['+', '@'],
    ])
  })
})

test('A text as a formula is that text', async () => {
  const read = await readFile('title,author\n"=""007""",Ian\n"=""Le """"Petit"""" Soir""","="""""\n\'="007",B\n')
  expect(cellsOf(read)).toEqual([
    ['007', 'Ian'],
    ['Le "Petit" Soir', ''],
    ['="007"', 'B'],
  ])
})

test('Where tabs delimit, a quote that does not fit is a character like any other', async () => {
  const read = await readFile('title\tauthor\n"Best" of\tA\n"Quoted\ttab"\tB\n"5 inches\tC\n')
  expect(read.rows).toEqual([
    { row: 2, cells: ['"Best" of', 'A'] },
    { row: 3, cells: ['Quoted\ttab', 'B'] },
    { row: 4, cells: ['"5 inches', 'C'] },
  ])
})

describe('Rows that cannot be read are named, and the others are read', () => {
  test('text after a closing quote, and a quote that is never closed', async () => {
    const text = 'title,author\n"The "best" book",A\nGood,B\n"Never closed,C\n"Two\nlines",D\nLast,"E\n'
    expect(await faultsOf(text)).toEqual([
      [2, 'quote-followed'],
      [3, 'read'],
      [4, 'quote-followed'],
      [5, 'read'],
      [7, 'quote-open'],
    ])
  })

  test('a single cell and too many, but empty ones at the end, which Excel leaves out, are none', async () => {
    const { rows } = await readFile('title,author,genre,,\nA,B,C,,\nA,B,C,,,,\nA,B\nA\nA,B,C,D\n')
    expect(rows).toEqual([
      { row: 2, cells: ['A', 'B', 'C'] },
      { row: 3, cells: ['A', 'B', 'C'] },
      { row: 4, cells: ['A', 'B', ''] },
      { row: 5, cells: ['A'], fault: { kind: 'columns', found: 1, expected: 3 } },
      { row: 6, cells: ['A', 'B', 'C'], fault: { kind: 'columns', found: 4, expected: 3 } },
    ])
  })

  test('a header that cannot be read refuses the file', async () => {
    expect(await faultOf('\ntitle,"author\nA,B\n')).toEqual({ kind: 'header', row: 2 })
    expect(await faultOf(`title${',x'.repeat(1000)}\n`)).toEqual({ kind: 'columns', found: 1001, limit: 1000 })
  })
})

test('Blank lines cost next to nothing, and count in the numbers of lines', async () => {
  const blank = '\n'.repeat(300_000)
  const started = process.cpuUsage()
  for (const chunk of [10_000, 65_536]) {
    const { rows } = await readFile(fileOf(`title,author\n${blank}A,B\r\n\r\n \r\r\nC,D${blank}\nE,"F"`, chunk))
    expect(rows).toEqual([
      { row: 300_002, cells: ['A', 'B'] },
      { row: 300_006, cells: ['C', 'D'] },
      { row: 600_007, cells: ['E', 'F'] },
    ])
  }
  expect(process.cpuUsage(started).user).toBeLessThan(1_000_000)
})

test('A long cell is cut where Excel cuts it, and not within a character', async () => {
  const { rows } = await readFile(`title,author\n${'x'.repeat(40_000)},${'y'.repeat(32_765)}😀😀\n`)
  expect(rows[0]?.cells.map((cell) => [cell.length, cell.slice(-2)])).toEqual([
    [32_767, 'x…'],
    [32_766, 'y…'],
  ])
})

describe('The header is found', () => {
  test('below a title and a date', async () => {
    const text = 'Bibliothèque du lycée;;\n"au 1er mars 2026";;\n\nTitre;Author;Cote\nNedjma;Kateb Yacine;A1\n'
    const read = await readFile(text)
    expect(read).toMatchObject({ shape: { delimiter: ';' }, header: ['Titre', 'Author', 'Cote'] })
    expect(read.rows).toEqual([{ row: 5, cells: ['Nedjma', 'Kateb Yacine', 'A1'] }])
  })

  test('in the line with the most known names, also below a word that is one', async () => {
    const read = await readFile('Titre;;;\n;;;\nTitre;Author;Éditeur;Année\nPre A;Ida Nel;Lune;2011\n')
    expect(read.header).toEqual(['Titre', 'Author', 'Éditeur', 'Année'])
    expect(cellsOf(read)).toEqual([['Pre A', 'Ida Nel', 'Lune', '2011']])
    expect((await readFile('title,wer\ntitle,author\nA,B\n')).header).toEqual(['title', 'author'])
    // The same line again is none.
    expect((await readFile('title,author\nA,B\ntitle,author\n')).rows).toHaveLength(2)
  })

  test('below the name of the library where only one name is known', async () => {
    const read = await readFile('Bibliothèque\nTitre;Écrit par;Maison\nNedjma;Kateb Yacine;Seuil\n')
    expect(read.header).toEqual(['Titre', 'Écrit par', 'Maison'])
  })

  test('in two lines together, of which the second has the names below groups', async () => {
    const read = await readFile('Titre;Exemplaire;;Auteurs\n;Code;Prix;Author\nA;1;2;B\n')
    expect(read.header).toEqual(['Titre', 'Code', 'Prix', 'Author'])
    expect(read.rows).toEqual([{ row: 3, cells: ['A', '1', '2', 'B'] }])
  })

  test('in the first line when no line has more known names, or two', async () => {
    expect((await readFile('title,wer\nTitle,A\n')).header).toEqual(['title', 'wer'])
    expect((await readFile('Naam,Wie\nTitle,A\nauthor,B\n')).header).toEqual(['Naam', 'Wie'])
  })
})

describe('Encodings', () => {
  const french = 'titre;auteur\r\nLes Misérables;Émile Zola\r\nŒuvres « complètes »;André\r\n'
  const arabic = 'العنوان,المؤلف\r\nرجال في الشمس,غسان كنفاني\r\nL’été,ألبير كامو\r\n'
  const encode = (text: string, encoding: string): Buffer => {
    const decoder = new TextDecoder(encoding)
    const bytes = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)))
    return Buffer.from(Array.from(text, (letter) => bytes.indexOf(letter)))
  }
  const swap = (text: string) => Buffer.from(text, 'utf16le').swap16()

  test.each([
    ['UTF-8', 'utf-8', french, Buffer.from(french)],
    ['UTF-16 LE with a mark', 'utf-16le', french, Buffer.from(`\uFEFF${french}`, 'utf16le')],
    ['UTF-16 BE with a mark', 'utf-16be', arabic, swap(`\uFEFF${arabic}`)],
    ['UTF-16 LE without', 'utf-16le', arabic, Buffer.from(arabic, 'utf16le')],
    ['UTF-16 BE without', 'utf-16be', french, swap(french)],
    ['Windows-1252', 'windows-1252', french, encode(french, 'windows-1252')],
    ['Windows-1256', 'windows-1256', arabic, encode(arabic, 'windows-1256')],
  ])('%s', async (_, encoding, text, bytes) => {
    const read = await readFile(fileOf(bytes, 5))
    expect(read.shape.encoding).toBe(encoding)
    expect([read.header, ...cellsOf(read)]).toEqual(cellsOf(await readFile(`x,y\n${text.replaceAll(';', ',')}`)))
  })

  test('zeros that have strayed into a text do not make it UTF-16', async () => {
    const text = `title,author\n${'Long title,Somebody\n'.repeat(20)}Here\0,A\nThere \0,\0\0\n`
    expect((await readFile(text)).shape.encoding).toBe('utf-8')
  })

  test('may be corrected', async () => {
    const bytes = encode('titre\nété\n', 'windows-1252')
    expect(cellsOf(await readFile(bytes, { encoding: 'windows-1256' }))).toEqual([['été']])
  })

  test('a row with bytes that are not UTF-8 is named when the others are', async () => {
    const text = Buffer.from('title,author\nÉté,É\nMis_rable,B\n\uFFFD,C\nحب,D\n')
    text[text.indexOf('_')] = 0xe9
    expect((await readFile(text)).rows).toEqual([
      { row: 2, cells: ['Été', 'É'] },
      { row: 3, cells: ['Mis\uFFFDrable', 'B'], undecodable: [0] },
      // It stands in the file itself.
      { row: 4, cells: ['\uFFFD', 'C'] },
      { row: 5, cells: ['حب', 'D'] },
    ])
  })
})
