import { expect, test } from 'vitest'
import { classKey, classOfSheet } from './class-name.ts'
import { findPeopleColumns, isClassList, isOfBirth } from './people-columns.ts'
import { nameKey, fullName } from './person-name.ts'
import { readPerson } from './read-person.ts'

test.each([
  ['Ndiaye', 'Fatou', 'Fatou Ndiaye'],
  ['NDIAYE', 'Fatou', 'Fatou Ndiaye'],
  ["N'DIAYE-BA", 'MARIE-ANGE', "Marie-Ange N'Diaye-Ba"],
  ['NDIAYE Fatou', '', 'Fatou Ndiaye'],
  ['DE SOUZA Ana Maria', '', 'Ana Maria De Souza'],
  ['Fatou NDIAYE', '', 'Fatou Ndiaye'],
  ['FATOU NDIAYE', '', 'Fatou Ndiaye'],
  ['Marsh, Ellen', '', 'Ellen Marsh'],
  ['BA Awa', '', 'Awa Ba'],
  ['J.R. Tolkien', '', 'J.R. Tolkien'],
  ['McDonald', 'JP', 'JP McDonald'],
  ['عبد الرحمن', 'محمد', 'محمد عبد الرحمن'],
  ['  Awa   Ndiaye ', '', 'Awa Ndiaye'],
])('%s and "%s" is %s', (name, firstName, whole) => {
  expect(fullName(name, firstName)).toBe(whole)
})

test('Names are the same in every writing', () => {
  expect(nameKey('محمد عبد الرحمن')).toBe(nameKey('محمد عبدالرحمن'))
  expect(nameKey('أحمد فاطمة')).toBe(nameKey('احمد فاطمه'))
  expect(nameKey('Aïssatou  N’Diaye')).toBe(nameKey('AISSATOU NDIAYE'))
})

test('Classes are the same in every writing, and others are not', () => {
  expect(new Set(['6e A', '6eA', '6ème A', '6EME A', '6 A', '6A', '6°A'].map(classKey))).toEqual(new Set(['6a']))
  expect(classKey('6e B')).not.toBe(classKey('6e A'))
  expect(classKey('6e')).not.toBe(classKey('6'))
  expect(classKey('الصف الأول ١')).toBe(classKey('الصف الاول 1'))
  expect(['Feuil1', 'Sheet 2', 'ورقة1', 'Liste'].map(classOfSheet)).toEqual(['', '', '', ''])
  expect(classOfSheet('6e A')).toBe('6e A')
})

test.each([
  ['Koha', 'cardnumber,surname,firstname,dateofbirth,branchcode,categorycode,email', [1, 2, 5, undefined, 0, 6]],
  ['Pronote', 'Nom,Prénom,Classe,Né(e) le', [0, 1, 2, undefined, undefined, undefined]],
  [
    'ONDE',
    'Nom élève,Nom d’usage élève,Prénom élève,Date naissance,Sexe,INE,Libellé classe',
    [0, 2, 6, 5, undefined, undefined],
  ],
  ['Siècle', 'Nom de famille,Prénom,Division,Identifiant national', [0, 1, 2, 3, undefined, undefined]],
  ['Destiny', 'Barcode,District ID,Last Name,First Name,Grade Level,Homeroom,Email', [2, 3, 5, 1, 0, 6]],
  ['OpenLibry', 'Nummer,Vorname,Nachname,Klasse,Lehrkraft,Mailadresse', [2, 1, 3, 0, undefined, 5]],
  ['ministry', 'N°,Nom,Prénom,Classe,Matricule', [1, 2, 3, 4, undefined, undefined]],
  ['one name', 'Élève,Classe', [0, undefined, 1, undefined, undefined, undefined]],
  ['Egypt', 'م,الاسم,الفصل,رقم الطالب', [1, undefined, 2, 3, undefined, undefined]],
  ['Algeria', 'اللقب,الاسم,القسم,تاريخ الميلاد', [0, 1, 2, undefined, undefined, undefined]],
  ['Kenya', 'Adm No,Name,Form', [1, undefined, 2, 0, undefined, undefined]],
  ['Swahili', 'Jina,Jina la ukoo,Darasa,Namba ya usajili', [1, 0, 2, 3, undefined, undefined]],
])('The columns of %s', (_, header, [name, firstName, ofClass, schoolNumber, card, email]) => {
  const names = header.split(',')
  const found = findPeopleColumns(names)
  expect([found.name, found.firstName, found.class, found.schoolNumber, found.card, found.email]).toEqual([
    name,
    firstName,
    ofClass,
    schoolNumber,
    card,
    email,
  ])
  expect(isClassList(names)).toBe(true)
})

test('Days of birth are recognised, and lists of books are no people', () => {
  expect(['Né(e) le', 'Date de naissance', 'dateofbirth', 'تاريخ الميلاد', 'Tarehe ya kuzaliwa'].every(isOfBirth)).toBe(
    true,
  )
  for (const header of ['title,author', 'Titre,Auteur,Genre', 'Name', 'العنوان,المؤلف', 'ISBN,Copies'])
    expect(isClassList(header.split(',')), header).toBe(false)
})

const read = (...cells: string[]) =>
  readPerson({ row: 2, cells }, 0, findPeopleColumns(['Nom', 'Prénom', 'Classe', 'Matricule', 'Carte', 'E-mail']), '')

test('Sums, headings and rows without a name are no people', () => {
  expect(read('Total', '', '28')).toMatchObject({ fault: 'sum' })
  expect(read('Effectif : 28')).toMatchObject({ fault: 'sum' })
  expect(read('المجموع', '', '٢٨')).toMatchObject({ fault: 'sum' })
  expect(read('Nom', 'Prénom', 'Classe', 'Matricule')).toMatchObject({ fault: 'heading' })
  expect(read('', '', '6e A', '12')).toMatchObject({ fault: 'name-missing' })
  expect(read('12', '', '6e A')).toMatchObject({ fault: 'name-missing' })
  expect(read('x'.repeat(201))).toMatchObject({ fault: 'name-too-long' })
  // Family names that begin like a sum.
  expect(read('Total', 'Awa', '6e A').fault).toBeUndefined()
  expect(read('Count', 'Basie').fault).toBeUndefined()
})

test('What cannot be read of a person is left out, and said', () => {
  expect(read('Ba', 'Awa', '6e A', '٢٠٢٥', 'P 1001', 'no address')).toMatchObject({
    name: 'Awa Ba',
    className: '6e A',
    schoolNumber: '2025',
    card: 'P1001',
    email: '',
    notes: ['left-out:email:no address'],
  })
  expect(read('Ba', 'Awa', '6e A', '1', 'é/12')).toMatchObject({ card: '', notes: ['left-out:card:é/12'] })
})
