import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#base/db/connection/client.server.ts'
import { bookImport } from '#base/db/tables/book-import.ts'
import { borrower, borrowerGroup } from '#base/db/tables/borrower.ts'
import { deletedBorrower } from '#base/db/tables/deleted-borrower.ts'
import { loan } from '#base/db/tables/loan.ts'
import { workbookOf } from '#base/formats/xlsx/xlsx.test-kit.ts'
import { moveClock } from '#base/lib/clock.ts'
import { restoreBorrowers } from '#lending/borrower/shared/borrower-trash.server.ts'
import { withActor } from '#base/db/actor.server.ts'
import { as, type SignedInCaller } from '#test/callers.ts'
import { allTables, classListOf } from '#test/class-lists.ts'
import { useDatabase } from '#test/database.ts'
import { aCopy, useLending } from '#test/lending.ts'

// Class lists as they come out of offices: with titles, sums, capitals, without numbers, twice, of another year.

useDatabase()
useLending()

let manager: SignedInCaller
beforeEach(async () => {
  manager = await as('manager')
  for (const table of [loan, borrower, deletedBorrower, borrowerGroup, bookImport]) await db.delete(table)
})
afterEach(() => moveClock(0))

const { get, send, start, choose, imported, undo, rows } = classListOf(() => manager)

/** `name, class, school number` of all borrowers. */
const people = async () => {
  const found = await db
    .select({
      name: borrower.name,
      number: borrower.schoolNumber,
      className: sql<string>`coalesce((select name from borrower_group where id = ${borrower.groupId}), '')`,
    })
    .from(borrower)
  return found.map(({ name, className, number }) => [name, className, number].filter(Boolean).join(', ')).toSorted()
}

const escaped = (text: string) => text.replaceAll('&', '&amp;')

/** The rows of a sheet. */
const sheet = (...lines: string[][]): string =>
  lines
    .map(
      (cells, at) =>
        `<row r="${at + 1}">${cells
          .map((text, index) =>
            text === ''
              ? ''
              : /^\d+$/.test(text)
                ? `<c r="${'ABCDEFGH'[index]}${at + 1}"><v>${text}</v></c>`
                : `<c r="${'ABCDEFGH'[index]}${at + 1}" t="inlineStr"><is><t>${escaped(text)}</t></is></c>`,
          )
          .join('')}</row>`,
    )
    .join('')

const HEADING = ['N°', 'Nom', 'Prénom', 'Matricule']

test('A workbook with a sheet for each class: the sheet says the class, and a sheet with other columns is no class', async () => {
  const file = await workbookOf({
    sheets: {
      'name="Consignes"': sheet(['Remplir une feuille par classe']),
      'name="6e A"': sheet(
        ['Lycée Blaise Diagne'],
        HEADING,
        ['1', 'NDIAYE', 'Fatou', '2001'],
        ['2', 'SOW', 'Aliou', '2002'],
        ['Total', '2'],
      ),
      'name="6e B"': sheet(['Lycée Blaise Diagne'], HEADING, ['1', 'BA', 'Astou', '2003'], ['Effectif : 1']),
    },
  })
  const id = await imported(file, 'classes.xlsx')
  expect(await people()).toEqual(['Aliou Sow, 6e A, 2002', 'Astou Ba, 6e B, 2003', 'Fatou Ndiaye, 6e A, 2001'])
  expect((await rows(id)).filter(({ result }) => result === 'refused').map(({ reason }) => reason)).toEqual([
    'sum',
    'sum',
  ])
  const again = await send(file, 'classes.xlsx')
  expect((await get(again)).counts).toMatchObject({ same: 3, new: 0, changed: 0, moved: 0, absent: 0 })
})

test('A title, two rows of headings, the headings once more on each page, and sums are no people', async () => {
  const text = [
    'Collège Ibn Khaldoun;;;',
    'Élève;;Scolarité;',
    'Nom;Prénom;Classe;Matricule',
    'BA;Astou;6e A;1',
    'Total 6e A;;;1',
    'Nom;Prénom;Classe;Matricule',
    'SY;Ben;6e B;2',
    'TOTAL;;2;',
    'Effectif total : 2;;;',
  ].join('\n')
  const id = await imported(text)
  expect(await people()).toEqual(['Astou Ba, 6e A, 1', 'Ben Sy, 6e B, 2'])
  expect((await rows(id)).flatMap(({ reason }) => reason ?? [])).toEqual(['sum', 'heading', 'sum', 'sum'])
})

test.each([
  ['capitals', 'Nom;Prénom;Classe', ['NDIAYE;FATOU;6e A'], ['Ndiaye;Fatou;6EME A'], 'Fatou Ndiaye, 6e A'],
  ['both in one cell', 'Élève;Classe', ['NDIAYE Fatou;6e A'], ['Fatou Ndiaye;6e A'], 'Fatou Ndiaye, 6e A'],
  ['a comma', 'Élève;Classe', ['"Ndiaye, Fatou";6e A'], ['NDIAYE Fatou;6 A'], 'Fatou Ndiaye, 6e A'],
  ['Arabic', 'الاسم;الفصل', ['محمد عبد الرحمن;٦ أ'], ['محمد عبدالرحمن;6 ا'], 'محمد عبد الرحمن, ٦ أ'],
  ['hamzas', 'الاسم;الفصل', ['أحمد فاطمة;1'], ['احمد فاطمه;١'], 'أحمد فاطمة, 1'],
])(
  '%s: a name and a class in another writing are the same person and class',
  async (_, heading, first, second, one) => {
    await imported([heading, ...first].join('\n'))
    expect(await people()).toEqual([one])
    const again = await send([heading, ...second].join('\n'))
    expect((await get(again)).counts).toMatchObject({ same: 1, new: 0, changed: 0, moved: 0, absent: 0, twice: 0 })
  },
)

const NINE_HUNDRED = `Nom;Prénom;Classe\n${Array.from(
  { length: 900 },
  (_, at) => `Family${at % 600};First${at % 450};${6 - (at % 4)}e ${'ABCDE'[at % 5] ?? ''}`,
).join('\n')}`

test('900 without a school number: the same file again changes nothing, and half of it is asked about before anything', async () => {
  await imported(NINE_HUNDRED)
  expect(await db.$count(borrower)).toBe(900)
  const before = await allTables()
  const again = await send(NINE_HUNDRED, 'again.csv')
  expect((await get(again)).counts).toMatchObject({ same: 900, new: 0, moved: 0, absent: 0, twice: 0 })
  const half = await send(NINE_HUNDRED.split('\n').slice(0, 400).join('\n') + '\nNew;Pupil;6e A', 'half.csv')
  expect(await get(half)).toMatchObject({ isDoubtful: true, counts: { new: 1, same: 399, absent: 501 } })
  await expect(start(half)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  expect(await allTables()).toEqual(before)
})

test('The same file twice at once comes in once', async () => {
  const [first, second] = [
    await send('Nom;Prénom;Classe\nBa;Awa;6e A\nSy;Ben;6e A\n'),
    await send('Nom;Prénom;Classe\nBa;Awa;6e A\nSy;Ben;6e A\n'),
  ]
  await start(first)
  await start(second)
  expect((await rows(second)).map(({ result, reason }) => [result, reason])).toEqual([
    ['refused', 'added-since'],
    ['refused', 'added-since'],
  ])
  expect(await people()).toEqual(['Awa Ba, 6e A', 'Ben Sy, 6e A'])
})

test('A school number that is another’s card or on a book is refused, and said', async () => {
  await imported('Nom;Classe;Matricule;Carte\nBa Awa;6e A;1;2000017\n')
  const copy = await aCopy()
  const id = await imported(
    `Nom;Classe;Matricule\nSy Ben;6e A;2000017\nFall Omar;6e A;${copy.number}\nSow Eva;6e A;4\n`,
  )
  expect((await rows(id)).map(({ result, reason }) => reason ?? result)).toEqual([
    'number-is-card',
    'number-is-copy',
    'new',
  ])
  expect(await db.$count(borrower)).toBe(2)
})

test('A class renamed since is suggested; taken as that class, nobody is moved', async () => {
  const list = (name: string) =>
    `Nom;Classe;Matricule\n${['A', 'B', 'C', 'D', 'E', 'F'].map((family, at) => `${family} Awa;${name};${at + 1}`).join('\n')}`
  await imported(list('6e A'))
  await db.update(borrowerGroup).set({ name: 'Sixième rouge' })
  const id = await send(list('6e A'))
  const { classes, counts } = await get(id)
  expect(counts).toMatchObject({ moved: 6, same: 0 })
  await choose(id, { classes: { '6e A': classes[0]?.suggestedId ?? null } })
  expect((await get(id)).counts).toMatchObject({ moved: 0, same: 6, absent: 0 })
})

const YEARS = 10 * 365 * 24 * 3600 * 1000
test.each([-YEARS, YEARS])(
  'A clock that is wrong by %d ms changes nothing of what a list does, and of its undo',
  async (wrong) => {
    moveClock(wrong)
    manager = await as('manager')
    const before = await allTables()
    const list = 'Nom;Classe;Matricule\nBa Awa;6e A;1\nSy Ben;6e B;2\n'
    const id = await imported(list)
    expect((await get(await send(list))).counts).toMatchObject({ same: 2, new: 0, moved: 0, absent: 0 })
    expect(await undo(id)).toEqual({ deleted: 2, restored: 0, kept: 0 })
    expect(await allTables()).toEqual(before)
    moveClock(0)
    const trashed = await db.select({ id: deletedBorrower.id }).from(deletedBorrower)
    await withActor('none', (tx) =>
      restoreBorrowers(
        tx,
        trashed.map((one) => one.id),
      ),
    )
    expect(await db.$count(borrower)).toBe(2)
  },
)

test.each([
  [
    'people-class.csv',
    'Nom;Prénom;Classe;Date de naissance\nNdiaye;Awa;6e A;12/03/2014\nMorel;Léo;6e A;\nNdiaye;Awa;5e B;01/09/2013\n',
    ['Awa Ndiaye, 5e B', 'Awa Ndiaye, 6e A', 'Léo Morel, 6e A'],
  ],
  [
    'people-destiny.csv',
    'Barcode,District ID,Last Name,First Name,Grade Level,Homeroom,Email\nP 1001,900001,Marsh,Ellen,5,12,ellen.marsh@example.org\nP 1002,900002,Okoro,Ben,5,12,\n',
    ['Ben Okoro, 12, 900002', 'Ellen Marsh, 12, 900001'],
  ],
  [
    'people-koha.csv',
    'cardnumber,surname,firstname,dateofbirth,branchcode,categorycode,email\n1001,Marsh,Ellen,2014-05-01,MAIN,PT,ellen.marsh@example.org\n1002,Okoro,Ben,2014-06-01,MAIN,PT,\n',
    ['Ben Okoro, PT', 'Ellen Marsh, PT'],
  ],
  [
    'Pronote',
    'NOM;PRENOM;NE(E) LE;SEXE;CLASSE\nDIALLO;Aminata;02/02/2013;F;5EME 2\nDIALLO;Aminata;02/02/2012;F;4EME 1\n',
    ['Aminata Diallo, 4EME 1', 'Aminata Diallo, 5EME 2'],
  ],
  [
    'Siècle',
    "Nom de famille;Nom d'usage;Prénom;Division;Identifiant national;Régime\nKOUASSI;;Aya;6 1;0801234567A;DP\n",
    ['Aya Kouassi, 6 1, 0801234567A'],
  ],
  ['OpenLibry', 'Nummer;Vorname;Nachname;Klasse;Lehrkraft\n1;Ada;Okafor;3b;Frau Weiß\n', ['Ada Okafor, 3b, 1']],
  [
    'Massar',
    'رقم التلميذ\tالاسم العائلي\tالاسم الشخصي\tالقسم\nG130012345\tالعلوي\tفاطمة الزهراء\t1APIC-2\n',
    ['فاطمة الزهراء العلوي, 1APIC-2, G130012345'],
  ],
  [
    'Kenya',
    'Adm No,Name,Form,Stream\n4501,"WANJIKU, Grace Njeri",Form 1,East\n',
    ['Grace Njeri Wanjiku, Form 1, 4501'],
  ],
])('%s: the list of that program comes in, and again changes nothing', async (name, text, expected) => {
  await imported(text, `${name}.csv`)
  expect(await people()).toEqual(expected)
  const again = await send(text, `${name}.csv`)
  expect((await get(again)).counts).toMatchObject({ same: expected.length, new: 0, changed: 0, moved: 0, absent: 0 })
})

test('Passwords in a list reach no table', async () => {
  const id = await send('Nom;Classe;Mot de passe\nBa Awa;6e A;Secret-1\n;6e A;Secret-2\nBa Awa;6e A;Secret-3\n')
  expect((await get(id)).counts).toMatchObject({ new: 1, refused: 1, twice: 1 })
  const { rows: stored } = await db.execute(sql`
    select (select json_agg(i) from book_import as i)::text || (select json_agg(r) from borrower_import_row as r)::text as doc`)
  expect(JSON.stringify(stored)).toContain('6e A')
  expect(JSON.stringify(stored)).not.toContain('Secret')
})

test('Halves of a list that was cut off in the middle of a row come in as far as they go', async () => {
  const id = await send('Nom;Prénom;Classe;Matricule\nBa;Awa;6e A;1\nSy;"Be')
  expect((await get(id)).counts).toMatchObject({ new: 1, refused: 1 })
  expect(await db.$count(bookImport, eq(bookImport.id, id))).toBe(1)
})
