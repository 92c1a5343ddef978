import { describe, expect, test } from 'vitest'
import { cellsOf, fileOf, readFile } from '../formats.test-kit.server.ts'
import { marcHeader } from './marc-header.ts'
import { marcOf, type MarcFieldText } from './marc.test-kit.ts'

const bytes = (text: string) => Buffer.from(text.replaceAll('^', '\x1b'), 'latin1')

async function read(fields: readonly MarcFieldText[], leader?: (leader: string) => string) {
  const { rows } = await readFile(marcOf(fields, leader ? { leader } : {}))
  const entries = marcHeader.map((name, index) => [name, rows[0]?.cells[index] ?? ''] as const)
  return Object.fromEntries(entries.filter(([, text]) => text !== ''))
}

describe('What a record says', () => {
  test('without the punctuation between its parts', async () => {
    const fields: MarcFieldText[] = [
      ['001', 'ocm1'],
      ['008', '970701s1906    fr           u000 0 fre u'],
      ['020', '  $a2070360024 (pbk.)'],
      ['100', '1 $aSaint-Exupéry, Antoine de,$d1900-1944.'],
      ['245', '13$aLe petit prince :$bavec les dessins de l’auteur /$cA. de Saint-Exupéry.'],
      ['250', '  $a2. éd.'],
      ['260', '  $aParis :$bGallimard,$c[1946]'],
      ['650', ' 0$aPilots.'],
      ['655', ' 7$aFables.$2lcgft'],
    ]
    expect(await read(fields)).toEqual({
      title: 'Le petit prince: avec les dessins de l’auteur',
      author: 'Antoine de Saint-Exupéry',
      publisher: 'Gallimard',
      genre: 'Fables',
      isbn: '2070360024 (pbk.)',
      year: '1946',
      language: 'fre',
      subjects: 'Pilots',
      edition: '2. éd.',
    })
  })

  test.each([
    ['10$aJava :$ba manual.$n2,$pLoops /', 'Java: a manual. 2, Loops'],
    ['10$aOne ;$bTwo =$bThree', 'One; Two = Three'],
    ['10$aWhat is he? .', 'What is he?'],
    ['10$aWait...', 'Wait...'],
    ['10$aDr. Jekyll and Mr.', 'Dr. Jekyll and Mr.'],
    ['10$aنظام المدينة /\u202A', 'نظام المدينة'],
    ['10$a<<The >>green window', 'The green window'],
    ['10$aEmbedded :\u200E$bsecond\u2067 part\u2069 /\u200F', 'Embedded: second part'],
  ])('title %s', async (text, title) => {
    expect(await read([['245', text]])).toEqual({ title })
  })

  test.each([
    ['100', '1 $aRowling, J. K.,$d1965-', 'J. K. Rowling'],
    ['100', '0 $aHomer.', 'Homer'],
    ['100', '0 $aJohn Paul$bII,$cPope', 'John Paul II'],
    ['100', '1 $aKing, Martin Luther, Jr.,', 'Martin Luther King, Jr.'],
    ['100', '1 $aمحفوظ، نجيب.', 'نجيب محفوظ'],
    ['110', '2 $aUnited Nations.$bLibrary.', 'United Nations. Library'],
    ['700', '1 $aDavis, Miles.', 'Miles Davis'],
    ['100', '1 $aDoe, Jane,,\u200E', 'Jane Doe'],
    ['100', '1 $aحسين، محمد..', 'محمد حسين'],
    ['100', '1 $aClay, Tomas, 1947-2013', 'Tomas Clay'],
    ['100', '1 $aClay, Tomas, Jr., b. 1947', 'Tomas Clay, Jr.'],
    ['100', '1 $aBright, Gladys Ann. [from old catalog]', 'Gladys Ann Bright'],
    ['100', '1 $a[Vilar, Pierre', 'Pierre Vilar'],
    ['100', '1 $a[Vilar, Pierre]', 'Pierre Vilar'],
    ['245', '00$a$cby the pupils of Tuungane.', 'by the pupils of Tuungane'],
  ])('author %s %s', async (tag, text, author) => {
    expect(await read([[tag, text]])).toEqual({ author })
  })

  test.each([
    [['1 $aTurner, Ann$etranslator', '1 $aOdell, Maud$eauthor.'], 'Maud Odell'],
    [['1 $aTal, Max$4trl$eÜbersetzer', '1 $aKorn, Ute$4edt$eHerausgeber'], 'Ute Korn'],
    [['1 $aTurner, Ann$4http://id.loc.gov/vocabulary/relators/ill', '1 $aOdell, Maud'], 'Maud Odell'],
    [['1 $aTurner, Ann$etranslator'], 'Ann Turner'],
    [['1 $aTurner, Ann', '1 $aOdell, Maud'], 'Ann Turner'],
  ])('of the added entries %j the author', async (entries, author) =>
    expect(await read(entries.map((text): MarcFieldText => ['700', text]))).toEqual({ author }),
  )

  test('the main entry before an author among the added ones', async () => {
    expect(
      await read([
        ['100', '1 $aKorn, Ute$4edt'],
        ['700', '1 $aOdell, Maud$4aut'],
      ]),
    ).toEqual({ author: 'Ute Korn' })
  })

  test('of UNIMARC the author before the illustrator, in a field of its own or not', async () => {
    expect(
      await read([
        ['200', '1 $aT'],
        ['701', ' 1$aDessin$bIda$4440'],
        ['701', ' 1$aFerrand$bOdile$4070'],
      ]),
    ).toMatchObject({ author: 'Odile Ferrand' })
  })

  test('the series of 440, as old records have it', async () => {
    expect(await read([['440', ' 0$aLittle river books ;$v7']])).toEqual({ series: 'Little river books', volume: '7' })
  })

  test('the publisher of 264, not its copyright, and none where there is none', async () => {
    expect(
      await read([
        ['264', ' 4$c©1999'],
        ['264', ' 1$aNairobi :$bEAEP,$c1998'],
      ]),
    ).toEqual({
      publisher: 'EAEP',
      year: '1999',
    })
    for (const unknown of ['[S.l. :$bs.n.]', '[Lagos] :$b[publisher not identified],', 'Paris$b[S.l.]', 'X$b[د.ن.]'])
      expect(await read([['260', `  $a${unknown}`]])).toEqual({})
    expect(await read([['260', '  $a[Paris :$bPlon &amp; Cie]']])).toEqual({ publisher: 'Plon & Cie' })
  })

  test.each(['', '/'])('the series of 830 where 490 has only a number, and %j for a name', async (name) => {
    const stated = `0 ${name && `$a${name}`}$v12`
    const fields: MarcFieldText[] = [
      ['490', stated],
      ['830', ' 0$aFolio ;$v5'],
    ]
    expect(await read(fields)).toEqual({ series: 'Folio', volume: '5' })
  })

  test('in the original script, where field 880 has it', async () => {
    const fields: MarcFieldText[] = [
      ['100', '1 $6880-01$aKanafānī, Ghassān.'],
      ['245', '10$6880-02$aRijāl fī al-shams /$cGhassān Kanafānī.'],
      ['260', '  $6880-03$aBayrūt :$bDār al-Ṭalīʻah'],
      ['880', '1 $6100-01/(3/r$aكنفاني، غسان.'],
      ['880', '10$6245-02/(3/r$aرجال في الشمس /$cغسان كنفاني.'],
      ['880', '  $6260-00/(3/r$aبيروت :$bدار الطليعة'],
    ]
    expect(await read(fields)).toEqual({ title: 'رجال في الشمس', author: 'غسان كنفاني', publisher: 'Dār al-Ṭalīʻah' })
    expect(
      await read([
        ['245', '10$6880-01$aكتاب'],
        ['880', '10$6245-01$aKitāb'],
      ]),
    ).toEqual({ title: 'كتاب' })
  })

  test('but not signs that stand for a title in another script', async () => {
    expect(
      await read([
        ['100', '1 $aSolo, A'],
        ['245', '10$a<>'],
      ]),
    ).toEqual({ author: 'A Solo' })
  })

  test.each([
    ['1 $aLe Cidre$aHoraire$fP. Corne', '', 'Le Cidre; Horaire'],
    ['1 $aAtlas$h2$iAfrique$iSahel', '', 'Atlas. 2, Afrique. Sahel'],
    ['1 $aRecueil$epremière partie$esuite et fin', '', 'Recueil: première partie: suite et fin'],
    ['1 $aAu revoir$fPierre Lem', ' 1$tAu revoir$v1', 'Au revoir. 1'],
    ['1 $aAu revoir$fPierre Lem', ' 1$tAu revoir$v2', 'Au revoir. 2'],
    ['1 $aAu revoir$h2', ' 1$tAu revoir$v2', 'Au revoir. 2'],
    ['1 $aLe départ', ' 1$tAu revoir$v1', 'Le départ'],
  ])('in the title of UNIMARC %s, of the whole %s', async (title, whole, expected) => {
    const fields: MarcFieldText[] = [['200', title]]
    if (whole !== '') fields.push(['461', whole])
    expect((await read(fields)).title).toBe(expected)
  })

  test.each([
    ['700', ' 0$aJean-Paul$dII$cpape$f1920-2005', 'Jean-Paul II'],
    ['710', '01$aSénégal$bMinistère de l’Eau$bCabinet', 'Sénégal. Ministère de l’Eau. Cabinet'],
  ])('in the author of UNIMARC %s %s', async (tag, text, author) => {
    expect(
      await read([
        ['200', '1 $aT'],
        [tag, text],
      ]),
    ).toEqual({ title: 'T', author })
  })

  test('in UNIMARC', async () => {
    const fields: MarcFieldText[] = [
      ['200', '1 $a\u0098L\u009C\u0092étranger$eroman$fAlbert Camus'],
      ['210', '  $aParis$cGallimard$d1942'],
      ['700', ' 1$aCamus$bAlbert$f1913-1960'],
    ]
    expect(await read(fields)).toMatchObject({ author: 'Albert Camus', publisher: 'Gallimard', year: '1942' })
  })

  test('that is deleted', async () => {
    const { rows } = await readFile(marcOf([['245', '00$aGone']], { leader: (text) => text.replace('nam', 'dam') }))
    expect(rows).toMatchObject([
      { row: 1, cells: ['Gone', ...marcHeader.slice(1).fill('')], fault: { kind: 'deleted' } },
    ])
  })
})

describe('Letters', () => {
  test.each([
    ['marks before their letter', '\xe2Etudes fran\xf0caises \xe8u', 'Études françaises ü'],
    ['two marks', 'Vi\xf2\xe3et Nam', 'Việt Nam'],
    ['letters of their own', '\xa1\xf2d\xb9 \xa5gir', 'Łḍ£ Ægir'],
    ['Arabic', '^(3GdcJGH^(B 1', 'الكتاب 1'],
    ['Cyrillic', '^(NkNIGA^(B', 'Книга'],
    ['Chinese', '^$1!04^(B', '中'],
    ['ligatures, whose halves stand with two letters', 'Rossi\xebi\xeca', 'Rossii͡a'],
    ['superscript', 'm^p2^s', 'm²'],
    ['references', 'a &#x4E2D; \xe2&#x03B1; &#xFFFFFF;', 'a 中 ά &#xFFFFFF;'],
  ])('of MARC-8: %s', async (_, text, title) => {
    const file = marcOf([['245', bytes(`00\x1fa${text}\xb9\x1fb\xb9`)]])
    const { shape, rows } = await readFile(Buffer.concat([file, marcOf([['245', bytes('00\x1fa\xe2e')]])]))
    expect(shape.encoding).toBe('marc-8')
    expect(rows[0]!.cells[0]!.normalize('NFC')).toBe(`${title}£: £`.normalize('NFC'))
  })
})

test('MARC-8 with no other marks than ligatures is known as such, and Windows letters are not taken for halves', async () => {
  const guessed = async (title: string) => (await readFile(marcOf([['245', bytes(`00\x1fa${title}`)]]))).shape.encoding
  expect(await guessed('Rossi\xebi\xeca i \xe7etazhi : istori\xebi\xeca')).toBe('marc-8')
  expect(await guessed('No\xebl et Ru\xecz et les \xe9l\xe8ves')).toBe('windows-1252')
})

test('A field of UTF-8 with some damaged bytes is a row with a fault, not MARC-8', async () => {
  const title = Buffer.concat([Buffer.from('10\x1faالحياة '), Buffer.from([0xd8]), Buffer.from(' الشعبية')])
  const { rows } = await readFile(marcOf([['245', title]]))
  expect(rows[0]).toMatchObject({ cells: ['الحياة \uFFFD الشعبية', ...marcHeader.slice(1).fill('')], undecodable: [0] })
})

test('Names are turned where the leader says that there is no punctuation, too', async () => {
  const leader = (text: string) => `${text.slice(0, 18)}c${text.slice(19)}`
  expect(
    await read(
      [
        ['100', '1 $aWocken, Hans'],
        ['245', '10$aA :'],
      ],
      leader,
    ),
  ).toEqual({ title: 'A :', author: 'Hans Wocken' })
})

test('Punctuation that the leader says is left out is put in', async () => {
  const leader = (text: string) => `${text.slice(0, 18)}c${text.slice(19)}`
  expect(await read([['245', '10$aEthics of water$ban introduction']], leader)).toEqual({
    title: 'Ethics of water: an introduction',
  })
  expect(await read([['245', '10$aHistory of rain$nPart 2$pThe monsoon$pIts end']], leader)).toEqual({
    title: 'History of rain. Part 2, The monsoon. Its end',
  })
})

test('Records after a byte order mark, and in the text form of MarcEdit', async () => {
  const record = marcOf([['245', '10$aBom in front']])
  expect(cellsOf(await readFile(Buffer.concat([Buffer.from('\uFEFF'), record])))[0]?.[0]).toBe('Bom in front')
  const fields = [
    '=LDR  00000nam  2200000 a 4500',
    '=001  mk1',
    '=100  1\\$aSarr, Awa',
    '=245  10$aCost: 5 {dollar} /$cA.',
  ]
  const text = `${fields.join('\r\n')}\r\n\r\n`
  const read = await readFile(fileOf(`${text}${text.replace('Cost', 'Été').replace('nam', 'dam')}`, 7))
  expect(read.rows.map(({ row, cells, fault }) => [row, ...cells.slice(0, 2), fault?.kind])).toEqual([
    [1, 'Cost: 5 $', 'Awa Sarr', undefined],
    [2, 'Été: 5 $', 'Awa Sarr', 'deleted'],
  ])
})

test('Records in the text form of Aleph', async () => {
  const text = `000000011 FMT   L BK
000000011 LDR   L 00000nam^^2200000^a^4500
000000011 008   L 110101s2011^^^^fr^^^^^^^^^^^^000^1^fre^d
000000011 1001  L $$aMoreau, Ada
000000011 24510 L $$aAleph one :$$bété /$$cAda Moreau.
000000012 LDR   L 00000nam^^2200000^a^4500
000000012 24510 L $$aAleph two /$$cAli Sarr.
000000012 1001  L $$aSarr, Ali
`
  const { shape, rows } = await readFile(fileOf(text.replaceAll('\n', '\r\n'), 7))
  expect(shape.kind).toBe('marc')
  expect(
    rows.map(({ row, cells, fault }) => [row, cells[0], cells[1], cells[marcHeader.indexOf('year')], fault]),
  ).toEqual([
    [1, 'Aleph one: été', 'Ada Moreau', '2011', undefined],
    [2, 'Aleph two', 'Ali Sarr', '', undefined],
  ])
})

test('Letters of ISO 5426, which French libraries have, also in MARC 21', async () => {
  const title = bytes('10\x1faPr\xc2ejug\xc2es et \xc8Ile \xea \xab\xc3Ame\xbb\x1fbgar\xd0con :')
  expect(await read([['245', title]])).toEqual({ title: 'Préjugés et Ïle Œ «Âme»: garçon' })
})

test('East Asian letters that lost their escapes in XML', async () => {
  expect(await read([['245', Buffer.from('10\x1fa$1!2H!?5!T2!2/!X((B /\x1fc$1!PA(B.$1!9&gt;!Bd(B')]])).toEqual({
    title: '傲慢與偏見',
    author: '簡.奧斯',
  })
})

describe('Records whose leader or directory is wrong', () => {
  const fields: MarcFieldText[] = [
    ['100', '1 $aبولس, Ünï,'],
    ['245', '10$aÉtés /$cX'],
  ]
  const good = ['Étés', 'Ünï بولس']
  test.each([
    ['length', marcOf(fields, { leader: (text) => text.replace(/^\d{5}/, '99999') })],
    ['base', marcOf(fields, { leader: (text) => text.replace(/\d{5} a/, '00001 a') })],
    ['lengths in letters', marcOf(fields, { lengthOf: (length) => length - 2 })],
  ])('%s', async (_, file) => {
    const all = Buffer.concat([file, Buffer.from('\r\n'), file])
    expect(cellsOf(await readFile(fileOf(all, 10))).map((cells) => cells.slice(0, 2))).toEqual([good, good])
  })

  test('a record that is longer than a record can be', async () => {
    const notes = Array.from({ length: 20 }, (): MarcFieldText => ['505', `  $a${'n'.repeat(9000)}`])
    expect(cellsOf(await readFile(marcOf([...notes, ...fields]))).map((cells) => cells.slice(0, 2))).toEqual([good])
  })

  test('a directory that names the same bytes again and again does not make a record larger than it is', async () => {
    const title = `10\x1fa${'x'.repeat(9980)}\x1e`
    const directory = `245${String(title.length).padStart(4, '0')}00000`.repeat(8000)
    const record = `99999nam a22${String(25 + directory.length).slice(-5)} a 4500${directory}\x1e${title}\x1d`
    const { rows } = await readFile(Buffer.concat([marcOf(fields), Buffer.from(record)]))
    expect(rows).toMatchObject([{ row: 1 }, { row: 2, fault: { kind: 'marc-record', reason: 'broken' } }])
  })

  test('are a row with a fault when they cannot be read', async () => {
    const record = marcOf(fields)
    const broken = Buffer.from(record)
    broken.fill('x', 24, 40)
    const { rows } = await readFile(Buffer.concat([record, broken, record, record.subarray(0, -9)]))
    expect(rows.map(({ row, fault }) => ({ row, ...fault }))).toEqual([
      { row: 1 },
      { row: 2, kind: 'marc-record', reason: 'broken' },
      { row: 3 },
      { row: 4, kind: 'marc-record', reason: 'truncated' },
    ])
  })
})
